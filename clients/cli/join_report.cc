#include "clients/cli/join_report.h"

#include "clients/cli/mutation.h"
#include "clients/cli/new_game.h"

namespace meeple::cli {

ExitCode ReportJoin(Session& session, const std::string& game_id,
                    const absl::StatusOr<v1::JoinGameResponse>& joined) {
  if (!joined.ok() || session.json()) return ReportMutation(session, game_id, joined);
  // From here on the game is read as a player's.
  session.UseCredential(joined->credential().token());
  const ExitCode code = ReportMutation(session, game_id, joined);
  session.out() << "\n"
                << CredentialLine(joined->credential(), session.style())
                << "Who holds it plays that seat: keep it to yourself.\n\n"
                << LineToType(session, game_id, joined->credential()) << std::flush;
  return code;
}

}  // namespace meeple::cli

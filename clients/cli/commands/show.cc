#include <memory>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"
#include "clients/cli/position_text.h"

namespace meeple::cli {
namespace {

ExitCode Show(Session& session, const std::string& game_id) {
  const auto response = GetGame(session.connection(), game_id);
  if (!response.ok()) return session.Fail(response.status());
  if (session.json()) return session.Print(*response);
  const v1::Game& game = response->game();
  session.out() << game.game_id() << ": " << KindLine(game.config()) << "; "
                << SeatsLine(game.seats(), session.style()) << "; turn " << game.cursor().turns()
                << ", event " << game.sequence() << ", " << response->watchers() << " watching\n"
                << PositionText(session, game).Of(game) << std::flush;
  return kDone;
}

}  // namespace

void AddShow(Program& program) {
  auto game_id = std::make_shared<std::string>();
  CLI::App& command = program.Add("show", "Shows a game as it stands", "show GAME_ID");
  AddGameId(command, *game_id);
  program.Does(command, [game_id](Session& session) { return Show(session, *game_id); });
}

}  // namespace meeple::cli

#include <algorithm>
#include <memory>

#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/list_text.h"

namespace meeple::cli {
namespace {

ExitCode TellOfNoMoves(Session& session, const std::string& game_id) {
  const auto response = GetGame(session.connection(), game_id);
  if (!response.ok()) return session.Fail(response.status());
  session.out() << "no moves: " << WhyNoMoves(response->game().cursor()) << std::endl;
  return kDone;
}

ExitCode Moves(Session& session, const std::string& game_id) {
  v1::ListLegalMovesRequest request;
  request.set_game_id(game_id);
  const auto response = session.connection().Call(&Connection::Stub::ListLegalMoves, request);
  if (!response.ok()) return session.Fail(response.status());
  if (session.json()) return session.Print(*response);
  if (response->moves().empty()) return TellOfNoMoves(session, game_id);
  if (session.style().drawn) {
    session.out() << InColumns(response->moves(), session.style()) << std::flush;
  } else {
    for (const v1::Move& move : response->moves()) session.out() << move.notation() << "\n";
  }
  return kDone;
}

}  // namespace

void AddMoves(Program& program) {
  auto game_id = std::make_shared<std::string>();
  CLI::App& command =
      program.Add("moves", "Lists what the player to move may play", "moves GAME_ID");
  AddGameId(command, *game_id);
  program.Does(command, [game_id](Session& session) { return Moves(session, *game_id); });
}

}  // namespace meeple::cli

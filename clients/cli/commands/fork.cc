#include <memory>
#include <optional>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/new_game.h"

namespace meeple::cli {
namespace {

struct ForkArguments {
  std::string game_id;
  std::optional<int32_t> turn;
};

// The turn that is meant: that of the position of now where none is named.
absl::StatusOr<int32_t> TurnToFork(Session& session, const ForkArguments& arguments) {
  if (arguments.turn.has_value()) return *arguments.turn;
  const auto current = GetGame(session.connection(), arguments.game_id);
  if (!current.ok()) return current.status();
  return current->game().cursor().turns();
}

ExitCode Fork(Session& session, const ForkArguments& arguments) {
  const auto turn = TurnToFork(session, arguments);
  if (!turn.ok()) return session.Fail(turn.status());
  v1::ForkGameRequest request;
  request.set_game_id(arguments.game_id);
  request.set_turn(*turn);
  const auto forked = session.connection().Call(&Connection::Stub::ForkGame, request);
  if (!forked.ok()) return session.Fail(forked.status());
  if (session.json()) return session.Print(*forked);
  v1::CreateGameResponse created;
  *created.mutable_game() = forked->game();
  *created.mutable_credentials() = forked->credentials();
  return TellOfNewGame(session, created);
}

}  // namespace

void AddFork(Program& program) {
  auto arguments = std::make_shared<ForkArguments>();
  CLI::App& command = program.Add(
      "fork", "Creates a game that begins with the moves of another one, to try something else",
      "fork GAME_ID\nfork GAME_ID --turn 4");
  AddGameId(command, arguments->game_id);
  command
      .add_option("--turn", arguments->turn,
                  "The number of turns to take over; without it all that stand, 0 is none")
      ->type_name("N")
      ->check(WholeNumber<int32_t>());
  program.Does(command, [arguments](Session& session) { return Fork(session, *arguments); });
}

}  // namespace meeple::cli

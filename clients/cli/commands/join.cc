#include <memory>
#include <optional>

#include "clients/cli/commands/commands.h"
#include "clients/cli/join_report.h"

namespace meeple::cli {
namespace {

struct JoinArguments {
  std::string game_id;
  std::string name;
  std::optional<int> seat;
};

ExitCode Join(Session& session, const JoinArguments& arguments) {
  v1::JoinGameRequest request;
  request.set_game_id(arguments.game_id);
  request.set_player_id(arguments.name);
  if (arguments.seat.has_value()) request.set_seat(*arguments.seat);
  const auto joined = session.connection().Call(&Connection::LobbyStub::JoinGame, request);
  return ReportJoin(session, arguments.game_id, joined);
}

}  // namespace

void AddJoin(Program& program) {
  auto arguments = std::make_shared<JoinArguments>();
  CLI::App& command = program.Add(
      "join", "Takes a seat of a game that waits for players, and prints its credential",
      "join GAME_ID --name zoe\n"
      "join GAME_ID --credential INVITATION");
  AddGameId(command, arguments->game_id);
  command.add_option("--name", arguments->name,
                     "What you are called; default what the seat was created with");
  command
      .add_option(
          "--seat", arguments->seat,
          "The seat to take, from 0 in the order of play; default the first open one, or that "
          "of the invitation")
      ->type_name("N")
      ->check(WholeNumber<int>());
  program.Does(command, [arguments](Session& session) { return Join(session, *arguments); });
}

}  // namespace meeple::cli

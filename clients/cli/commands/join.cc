#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"
#include "clients/cli/new_game.h"

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
  if (!joined.ok() || session.json()) {
    return ReportMutation(session, arguments.game_id, joined);
  }
  // From here on the game is read as a player's.
  session.UseCredential(joined->credential().token());
  const ExitCode code = ReportMutation(session, arguments.game_id, joined);
  session.out() << "\n"
                << CredentialLine(joined->credential(), session.style())
                << "Who holds it plays that seat: keep it to yourself.\n\n"
                << LineToType(session, arguments.game_id, joined->credential()) << std::flush;
  return code;
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
      ->check(WholeNumber());
  program.Does(command, [arguments](Session& session) { return Join(session, *arguments); });
}

}  // namespace meeple::cli

#include <memory>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/new_game.h"

namespace meeple::cli {
namespace {

ExitCode Create(Session& session, const GameArguments& arguments) {
  const auto config = ToGameConfig(arguments);
  if (!config.ok()) return session.FailUsage(absl::StrCat(config.status().message()));
  const auto created = CreateGame(session, *config);
  if (!created.ok()) return session.Fail(created.status());
  return session.json() ? session.Print(*created) : TellOfNewGame(session, *created);
}

}  // namespace

void AddCreate(Program& program) {
  auto arguments = std::make_shared<GameArguments>();
  CLI::App& command =
      program.Add("create", "Creates a game and prints who plays it with which credential",
                  "create tic_tac_toe\n"
                  "create tic_tac_toe --seat anna --seat open\n"
                  "create tic_tac_toe -p size=4 --seat anna=A --seat ben=B --seat bot:random\n"
                  "create tic_tac_toe --opening b2,a1\n"
                  "create tic_tac_toe --private --label table=7 --json");
  command.add_option("KIND", arguments->kind, "The game to play; `meeple kinds` lists them")
      ->required();
  command
      .add_option(
          "--seat", arguments->seats,
          "A seat, in the order of play: a NAME or NAME=SYMBOL for a person, "
          "bot:KIND[:LEVEL][#SEED][=SYMBOL] for a bot of the server, open[:NAME][=SYMBOL] for "
          "whoever joins first, invited[:NAME][=SYMBOL] for whom you give the invitation. "
          "Without any, as many people as the game needs")
      ->type_name("WHO")
      ->allow_extra_args(false);
  AddGameOptions(command, *arguments);
  program.Does(command, [arguments](Session& session) { return Create(session, *arguments); });
}

}  // namespace meeple::cli

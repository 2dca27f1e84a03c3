#include <cstdint>
#include <memory>

#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"

namespace meeple::cli {
namespace {

struct MoveArguments {
  std::string game_id;
  std::string notation;
  int64_t expected_sequence = -1;
};

ExitCode Move(Session& session, const MoveArguments& arguments) {
  v1::SubmitMoveRequest request;
  request.set_game_id(arguments.game_id);
  request.mutable_move()->set_notation(arguments.notation);
  if (arguments.expected_sequence >= 0) {
    request.set_expected_sequence(arguments.expected_sequence);
  }
  return ReportMutation(session, arguments.game_id,
                        session.connection().Call(&Connection::Stub::SubmitMove, request));
}

}  // namespace

void AddMove(Program& program) {
  auto arguments = std::make_shared<MoveArguments>();
  CLI::App& command = program.Add("move", "Plays one move", "move GAME_ID b2 --credential TOKEN");
  AddGameId(command, arguments->game_id);
  command
      .add_option("MOVE", arguments->notation,
                  "Such as b2: the column's letter and the row's number from 1 at the top; or a "
                  "column's number. `meeple moves` lists them")
      ->required();
  command
      .add_option("--expect", arguments->expected_sequence,
                  "Refuses if the position has changed since this event")
      ->type_name("N")
      ->check(WholeNumber<int64_t>());
  program.Does(command, [arguments](Session& session) { return Move(session, *arguments); });
}

}  // namespace meeple::cli

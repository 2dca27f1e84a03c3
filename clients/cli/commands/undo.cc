#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"

namespace meeple::cli {

void AddUndo(Program& program) {
  AddMutation(program, "undo", "Takes back the last move, also one that ended the game",
              &Connection::Stub::Undo);
}

}  // namespace meeple::cli

#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"

namespace meeple::cli {

void AddRedo(Program& program) {
  AddMutation(program, "redo", "Plays the move again that the last undo took back",
              &Connection::Stub::Redo);
}

}  // namespace meeple::cli

#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"

namespace meeple::cli {

void AddAbandon(Program& program) {
  AddMutation(program, "abandon", "Calls the game off, while some seat has not moved yet",
              &Connection::Stub::Abandon);
}

}  // namespace meeple::cli

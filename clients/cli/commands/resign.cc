#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"

namespace meeple::cli {

void AddResign(Program& program) {
  AddMutation(program, "resign", "Gives up your seat; of two players the other one wins",
              &Connection::Stub::Resign);
}

}  // namespace meeple::cli

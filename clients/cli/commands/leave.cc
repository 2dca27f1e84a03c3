#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"

namespace meeple::cli {

void AddLeave(Program& program) {
  AddMutation(
      program, "leave",
      "Gives up your seat: before the game starts somebody else may take it, afterwards you "
      "resign",
      &Connection::LobbyStub::LeaveGame);
}

}  // namespace meeple::cli

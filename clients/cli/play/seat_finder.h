#ifndef MEEPLE_CLIENTS_CLI_PLAY_SEAT_FINDER_H_
#define MEEPLE_CLIENTS_CLI_PLAY_SEAT_FINDER_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/connection.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// Which player of the game the connection's credential plays. No rpc says so, but a move in the
// name of another player is refused in another way (WRONG_SEAT) than one in one's own name.
// Therefore moves are sent that can never be accepted, since they expect a position that was left
// before the first move (STALE_SEQUENCE). Empty for a game that ended before its first move, where
// it does not matter.
//
// Errors: what is wrong with the credential, such as CREDENTIAL_INVALID, ROLE_REQUIRED for one that
// may only watch, WRONG_SEAT for one of another game.
absl::StatusOr<std::string> FindOwnPlayer(Connection& connection, const v1::Game& game);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_PLAY_SEAT_FINDER_H_

#ifndef MEEPLE_CLIENTS_CLI_LOBBY_LOBBY_FOLLOWER_H_
#define MEEPLE_CLIENTS_CLI_LOBBY_LOBBY_FOLLOWER_H_

// Follows the lobby through lost connections: see stream_follower.h. It ends with OUT_OF_RANGE when
// the server no longer keeps what was missed: then the list is to be read again.

#include <optional>
#include <stop_token>

#include "absl/time/time.h"
#include "clients/cli/connection.h"
#include "clients/cli/stream_follower.h"
#include "meeple/v1/lobby_service.pb.h"

namespace meeple::cli {

class LobbyFollower final : public StreamFollower<v1::WatchLobbyResponse> {
 public:
  // `request` says where to begin and what to leave out.
  LobbyFollower(Connection& connection, const v1::WatchLobbyRequest& request,
                absl::Duration patience, std::stop_token stop, WatchTime time = {});

 private:
  Stream Call(Connection& connection, grpc::ClientContext* context) override;
  std::optional<Reading> Admit(v1::WatchLobbyResponse* message) override;

  v1::WatchLobbyRequest request_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_LOBBY_LOBBY_FOLLOWER_H_

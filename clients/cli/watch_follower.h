#ifndef MEEPLE_CLIENTS_CLI_WATCH_FOLLOWER_H_
#define MEEPLE_CLIENTS_CLI_WATCH_FOLLOWER_H_

// Follows a game through lost connections: see stream_follower.h.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "absl/time/time.h"
#include "clients/cli/connection.h"
#include "clients/cli/stream_follower.h"
#include "meeple/v1/game_service.pb.h"

namespace meeple::cli {

struct WatchOptions {
  std::string game_id;
  // The last event that is known already.
  int64_t after_sequence = 0;
  // Begins with the state instead of the first event. REQUIRES: after_sequence is 0.
  bool snapshot = false;
  // Ends with the first end of the game, though an undo could take that back.
  bool until_finish = false;
  // How long a lost connection may last, from its loss to the next message.
  absl::Duration patience = absl::Minutes(5);
};

class WatchFollower final : public StreamFollower<v1::WatchGameResponse> {
 public:
  // The stream ends OK when the game is over.
  WatchFollower(Connection& connection, const WatchOptions& options, std::stop_token stop,
                WatchTime time = {});

 private:
  Stream Call(Connection& connection, grpc::ClientContext* context) override;
  std::optional<Reading> Admit(v1::WatchGameResponse* message) override;
  std::optional<Reading> AdmitEvents(v1::GameEventBatch* batch);

  const WatchOptions options_;
  bool wants_snapshot_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_WATCH_FOLLOWER_H_

#ifndef MEEPLE_CLIENTS_CLI_WATCH_FOLLOWER_H_
#define MEEPLE_CLIENTS_CLI_WATCH_FOLLOWER_H_

// Follows a game through lost connections: every event once, in order, none left out. When the
// stream breaks, it is opened again after the last event that was handed on.
//
//   WatchFollower follower(connection, {.game_id = id}, stop);
//   for (;;) {
//     WatchFollower::Update update = follower.Next();
//     if (update.kind == WatchFollower::Update::kEnd) return update.status;
//     ...
//   }
//
// One thread calls Next; a stop, from any thread, makes it return kEnd with CANCELLED.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cli/backoff.h"
#include "clients/cli/connection.h"
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

// What a follower needs of time, so that a test can do without it.
struct WatchTime {
  Sleep sleep = SleepUnlessStopped;
  std::function<absl::Time()> now = absl::Now;
};

class WatchFollower {
 public:
  struct Update {
    enum Kind {
      // `message` holds news.
      kMessage,
      // The connection was lost, `status` says how. Follows once for each outage.
      kLost,
      // The connection is back; what was missed comes next.
      kResumed,
      // Nothing more will come. OK: the game is over.
      kEnd,
    };
    Kind kind = kEnd;
    v1::WatchGameResponse message = {};
    absl::Status status = absl::OkStatus();
  };

  WatchFollower(Connection& connection, const WatchOptions& options, std::stop_token stop,
                WatchTime time = {});
  ~WatchFollower();
  WatchFollower(const WatchFollower&) = delete;
  WatchFollower& operator=(const WatchFollower&) = delete;

  // Waits for what comes next.
  Update Next();

  // The last event that was handed on.
  int64_t sequence() const { return sequence_; }

 private:
  enum class Reading { kNews, kGap, kEnded };

  void Open();
  absl::Status Close();
  Reading ReadNews(v1::WatchGameResponse* message);
  // Nothing: the message says nothing new.
  std::optional<Reading> Admit(v1::WatchGameResponse* message);
  std::optional<Reading> AdmitEvents(v1::GameEventBatch* batch);
  bool ShouldComeBack(const absl::Status& status);

  Connection& connection_;
  const WatchOptions options_;
  const std::stop_token stop_;
  const WatchTime time_;

  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchGameResponse>> stream_;
  int64_t sequence_;
  bool wants_snapshot_;
  // True once the server has been reached; before that few tries are made.
  bool was_connected_ = false;
  bool is_lost_ = false;
  int tries_without_news_ = 0;
  absl::Time trouble_began_ = absl::InfiniteFuture();
  absl::Duration delay_;
  Backoff backoff_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_WATCH_FOLLOWER_H_

#ifndef MEEPLE_CLIENTS_CLI_STREAM_FOLLOWER_H_
#define MEEPLE_CLIENTS_CLI_STREAM_FOLLOWER_H_

// Follows a stream of the server through lost connections: everything once, in order, nothing left
// out. When the stream breaks, it is opened again after the last event that was handed on. What is
// streamed, and what is news in it, the derived class says.
//
//   WatchFollower follower(connection, {.game_id = id}, stop);
//   for (;;) {
//     WatchFollower::Update update = follower.Next();
//     if (update.kind == WatchFollower::Update::kEnd) return update.status;
//     ...
//   }
//
// One thread calls Next; a stop, from any thread, makes it return kEnd with CANCELLED.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cli/backoff.h"
#include "clients/cli/connection.h"

namespace meeple::cli {

// What a follower needs of time, so that a test can do without it.
struct WatchTime {
  Sleep sleep = SleepUnlessStopped;
  std::function<absl::Time()> now = absl::Now;
};

// True if a stream that ended this way can be taken up again where it was.
bool CanBeTakenUpAgain(const absl::Status& status);

template <class Response>
class StreamFollower {
 public:
  struct Update {
    enum Kind {
      // `message` holds news.
      kMessage,
      // The connection was lost, `status` says how. Follows once for each outage.
      kLost,
      // The connection is back; what was missed comes next.
      kResumed,
      // Nothing more will come. OK: the stream has come to its end.
      kEnd,
    };
    Kind kind = kEnd;
    Response message = {};
    absl::Status status = absl::OkStatus();
  };

  // Begins after the event `sequence`. `patience` is how long a lost connection may last, from its
  // loss to the next message.
  StreamFollower(Connection& connection, int64_t sequence, absl::Duration patience,
                 std::stop_token stop, WatchTime time)
      : connection_(connection),
        patience_(patience),
        stop_(std::move(stop)),
        time_(std::move(time)),
        sequence_(sequence),
        backoff_(Backoff::Range()) {}
  virtual ~StreamFollower() {
    if (stream_ == nullptr) return;
    context_->TryCancel();
    Close().IgnoreError();
  }
  StreamFollower(const StreamFollower&) = delete;
  StreamFollower& operator=(const StreamFollower&) = delete;

  // Waits for what comes next.
  Update Next() {
    for (;;) {
      if (stream_ == nullptr) {
        if (!time_.sleep(std::exchange(delay_, absl::ZeroDuration()), stop_)) {
          return {.status = absl::CancelledError("interrupted")};
        }
        Open();
        if (is_lost_ && connection_.IsUp()) {
          is_lost_ = false;
          return {.kind = Update::kResumed};
        }
      }
      Update update;
      const Reading reading = ReadNews(&update.message);
      if (reading == Reading::kNews) {
        update.kind = Update::kMessage;
        return update;
      }
      if (reading == Reading::kGap) context_->TryCancel();
      absl::Status status = Close();
      if (reading == Reading::kGap) {
        status = absl::DataLossError(absl::StrCat("the server left out events after ", sequence_));
      }
      if (status.ok()) return {};
      if (stop_.stop_requested()) return {.status = absl::CancelledError("interrupted")};
      if (!ShouldComeBack(status)) return {.status = status};
      delay_ = std::max(backoff_.Next(), RetryDelayOf(status).value_or(absl::ZeroDuration()));
      if (was_connected_ && !std::exchange(is_lost_, true)) {
        return {.kind = Update::kLost, .status = status};
      }
    }
  }

  // The last event that was handed on.
  int64_t sequence() const { return sequence_; }

 protected:
  using Stream = std::unique_ptr<grpc::ClientReader<Response>>;
  enum class Reading { kNews, kGap, kEnded };

  // Makes the call; the stream begins after sequence().
  virtual Stream Call(Connection& connection, grpc::ClientContext* context) = 0;
  // What a message is; less what it repeats. Nothing: it says nothing new.
  virtual std::optional<Reading> Admit(Response* message) = 0;

  void MoveTo(int64_t sequence) { sequence_ = sequence; }

 private:
  // Tries before the server has been reached for the first time.
  static constexpr int kFirstTries = 4;

  void Open() {
    context_ = connection_.NewContext();
    const std::stop_callback cancel(stop_, [this] { context_->TryCancel(); });
    stream_ = Call(connection_, context_.get());
    stream_->WaitForInitialMetadata();
    if (connection_.IsUp()) was_connected_ = true;
  }

  absl::Status Close() {
    const absl::Status status = FromGrpc(stream_->Finish());
    stream_.reset();
    context_.reset();
    return status;
  }

  // Reads up to the next message that has something new.
  Reading ReadNews(Response* message) {
    const std::stop_callback cancel(stop_, [this] { context_->TryCancel(); });
    while (stream_->Read(message)) {
      const std::optional<Reading> reading = Admit(message);
      if (!reading.has_value()) continue;
      if (*reading == Reading::kNews) {
        tries_without_news_ = 0;
        trouble_began_ = absl::InfiniteFuture();
        backoff_.Reset();
        connection_.Clean(message);
      }
      return *reading;
    }
    return Reading::kEnded;
  }

  bool ShouldComeBack(const absl::Status& status) {
    ++tries_without_news_;
    if (!was_connected_) return IsWorthRetrying(status) && tries_without_news_ < kFirstTries;
    trouble_began_ = std::min(trouble_began_, time_.now());
    return CanBeTakenUpAgain(status) && time_.now() - trouble_began_ < patience_;
  }

  Connection& connection_;
  const absl::Duration patience_;
  const std::stop_token stop_;
  const WatchTime time_;

  std::unique_ptr<grpc::ClientContext> context_;
  Stream stream_;
  int64_t sequence_;
  // True once the server has been reached; before that few tries are made.
  bool was_connected_ = false;
  bool is_lost_ = false;
  int tries_without_news_ = 0;
  absl::Time trouble_began_ = absl::InfiniteFuture();
  absl::Duration delay_;
  Backoff backoff_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_STREAM_FOLLOWER_H_

#include "meeple/client/watch.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "meeple/client/error.h"
#include "src/backoff.h"
#include "src/watch_cursor.h"
#include "src/watch_stream.h"

namespace meeple::client {

// What a watch does: reads streams, one after the other, through its cursor.
template <class Feed>
class Watch<Feed>::Follower {
 public:
  Follower(std::shared_ptr<const Connection> connection, const Options& options,
           const Request& request, const WatchOptions& watch)
      : connection_(std::move(connection)),
        options_(options),
        patience_(watch.patience.value_or(options.patience)),
        first_patience_(watch.first_patience.value_or(options.timeout)),
        stopping_(watch.stop, Stopper{stop_}),
        cursor_(request),
        opens_at_(options.clock.now()),
        backoff_({.first = options.first_delay, .longest = options.longest_delay}) {}

  Update Next(absl::Duration timeout) {
    const absl::Duration deadline = options_.clock.now() + timeout;
    while (!end_.has_value()) {
      if (stop_.stop_requested()) return End(absl::CancelledError("the watch was cancelled"));
      if (stream_ == nullptr && !Open(deadline)) {
        if (!stop_.stop_requested()) return {.kind = Update::kTimeout};
        continue;
      }
      if (std::optional<Update> update = Read(deadline)) return *std::move(update);
    }
    return {.status = *end_};
  }

  std::optional<Item> NextItem() {
    while (next_item_ == ItemsOf(&message_)->size()) {
      Update update = Next(absl::InfiniteDuration());
      if (update.kind == Update::kEnd) return std::nullopt;
      message_ = std::move(update.message);
      next_item_ = 0;
    }
    return std::move((*ItemsOf(&message_))[next_item_++]);
  }

  const absl::Status& status() const {
    static const absl::Status* const going_on = new absl::Status();
    return end_.has_value() ? *end_ : *going_on;
  }
  int64_t sequence() const { return cursor_.sequence(); }
  void Cancel() { stop_.request_stop(); }

 private:
  using Stream = WatchStream<Feed>;

  // Hands a stop of the program's own on to the watch.
  struct Stopper {
    std::stop_source stop;
    void operator()() { stop.request_stop(); }
  };

  // Opens a stream when its time has come; false if the deadline, or a stop, came before.
  bool Open(absl::Duration deadline) {
    const absl::Duration pause = std::min(opens_at_, deadline) - options_.clock.now();
    if (pause > absl::ZeroDuration() && !options_.clock.sleep(pause, stop_.get_token())) {
      return false;
    }
    if (deadline < opens_at_) return false;
    stream_ = std::make_unique<Stream>(*connection_, NewContext(options_.token), cursor_.request());
    return true;
  }

  // Nothing: what was read is not for the reader.
  std::optional<Update> Read(absl::Duration deadline) {
    Update update;
    switch (stream_->Read(&update.message, deadline - options_.clock.now(), stop_.get_token())) {
      case Stream::Reading::kOpened:
        was_connected_ = true;
        if (!std::exchange(is_lost_, false)) return std::nullopt;
        update.kind = Update::kResumed;
        return update;
      case Stream::Reading::kMessage:
        return Take(std::move(update));
      case Stream::Reading::kEnded:
        return Lose(stream_->status());
      case Stream::Reading::kTimeout:
        update.kind = Update::kTimeout;
        return update;
      case Stream::Reading::kStopped:
        break;
    }
    return std::nullopt;
  }

  std::optional<Update> Take(Update update) {
    switch (cursor_.Admit(&update.message)) {
      case Verdict::kNews:
        trouble_began_ = absl::InfiniteDuration();
        backoff_.Reset();
        update.kind = Update::kMessage;
        return update;
      case Verdict::kGap:
        return ComeBack(absl::DataLossError(
            absl::StrCat("the server left out events after ", cursor_.sequence())));
      case Verdict::kNothing:
        break;
    }
    return std::nullopt;
  }

  // The stream has ended: so does the watch, unless coming back may help.
  std::optional<Update> Lose(const absl::Status& status) {
    return IsResumable(status) ? ComeBack(status) : End(status);
  }

  // The next stream is opened a little later, unless that would be too late.
  std::optional<Update> ComeBack(const absl::Status& status) {
    stream_.reset();
    const absl::Duration now = options_.clock.now();
    trouble_began_ = std::min(trouble_began_, now);
    opens_at_ = now + backoff_.Next(RetryDelayOf(status));
    const absl::Duration patience = was_connected_ ? patience_ : first_patience_;
    if (opens_at_ >= trouble_began_ + patience) return End(status);
    if (!was_connected_ || std::exchange(is_lost_, true)) return std::nullopt;
    return Update{.kind = Update::kLost, .status = status};
  }

  Update End(const absl::Status& status) {
    stream_.reset();
    end_ = status;
    return {.status = status};
  }

  const std::shared_ptr<const Connection> connection_;
  const Options options_;
  const absl::Duration patience_;
  const absl::Duration first_patience_;
  std::stop_source stop_;
  const std::stop_callback<Stopper> stopping_;

  Cursor<Feed> cursor_;
  std::unique_ptr<Stream> stream_;
  // When the next stream is opened, where there is none.
  absl::Duration opens_at_;
  // True once the server has been reached.
  bool was_connected_ = false;
  bool is_lost_ = false;
  absl::Duration trouble_began_ = absl::InfiniteDuration();
  Backoff backoff_;
  std::optional<absl::Status> end_;
  // What NextItem has not handed on yet.
  Response message_;
  int next_item_ = 0;
};

template <class Feed>
Watch<Feed>::Watch(std::shared_ptr<const Connection> connection, const Options& options,
                   const Request& request, const WatchOptions& watch)
    : follower_(std::make_unique<Follower>(std::move(connection), options, request, watch)) {}

template <class Feed>
Watch<Feed>::~Watch() = default;
template <class Feed>
Watch<Feed>::Watch(Watch&&) noexcept = default;
template <class Feed>
Watch<Feed>& Watch<Feed>::operator=(Watch&&) noexcept = default;

template <class Feed>
typename Watch<Feed>::Update Watch<Feed>::Next(absl::Duration timeout) {
  return follower_->Next(timeout);
}

template <class Feed>
std::optional<typename Watch<Feed>::Item> Watch<Feed>::NextItem() {
  return follower_->NextItem();
}

template <class Feed>
const absl::Status& Watch<Feed>::status() const {
  return follower_->status();
}

template <class Feed>
int64_t Watch<Feed>::sequence() const {
  return follower_->sequence();
}

template <class Feed>
void Watch<Feed>::Cancel() {
  follower_->Cancel();
}

template class Watch<GameFeed>;
template class Watch<LobbyFeed>;
template class Watch<ResultsFeed>;

}  // namespace meeple::client

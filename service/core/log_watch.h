#ifndef MEEPLE_SERVICE_CORE_LOG_WATCH_H_
#define MEEPLE_SERVICE_CORE_LOG_WATCH_H_

// What all watches of a log have in common, be it a game's or a feed: see watch.h. A watch looks at
// the log; what it needs for that and is not in memory it asks for, once at a time, and waits; at
// the head it parks itself in the log's audience. It ends when the server drains.
//
// A class of watches says how to look, and what an answer to what it asked for is.

#include <memory>
#include <optional>
#include <utility>

#include "service/base/mutex.h"
#include "service/core/errors.h"
#include "service/core/game_audience.h"
#include "service/core/host_core.h"
#include "service/core/watch.h"
#include "service/core/watcher_ticket.h"

namespace meeple::service {

template <class Answer>
class LogWatch : public Watch {
 public:
  // Begins with `first`, if there is one. `core` must outlive the watch.
  LogWatch(HostCore& core, std::unique_ptr<WatcherTicket> ticket, std::optional<WatchMessage> first,
           std::weak_ptr<WatchStream> stream)
      : core_(core),
        ticket_(std::move(ticket)),
        stream_(std::move(stream)),
        inbox_(std::make_shared<Inbox>(stream_)),
        first_(std::move(first)) {}
  ~LogWatch() override { audience().Unpark(key()); }

  WatchStep Next() final {
    if (first_.has_value()) {
      WatchStep step = {.kind = WatchStep::Kind::kMessage, .message = *std::move(first_)};
      first_.reset();
      return step;
    }
    for (;;) {
      if (core_.draining()) return EndedByDraining();
      Answer answer = {};
      if (inbox_->expecting()) {
        std::optional<Answer> come = inbox_->TakeOrWait();
        if (!come.has_value()) return {.kind = WatchStep::Kind::kWait};
        answer = *std::move(come);
      }
      if (std::optional<WatchStep> step = Look(std::move(answer))) return *std::move(step);
    }
  }

 protected:
  // Where the answer to what was asked for arrives, by any thread, also when the watch is gone.
  class Inbox {
   public:
    explicit Inbox(std::weak_ptr<WatchStream> stream) : stream_(std::move(stream)) {}
    // Expects an answer. REQUIRES: none is expected.
    void Expect() {
      MutexLock lock(mutex_);
      expecting_ = true;
    }
    // The answer came. Wakes the stream if TakeOrWait found none.
    void Put(Answer answer) {
      {
        MutexLock lock(mutex_);
        answer_ = std::move(answer);
        if (!std::exchange(waiting_, false)) return;
      }
      if (const auto stream = stream_.lock()) stream->Wake();
    }
    // True from Expect until the answer was taken.
    bool expecting() const {
      MutexLock lock(mutex_);
      return expecting_;
    }
    // The answer, or nothing: then the stream will be woken.
    std::optional<Answer> TakeOrWait() {
      MutexLock lock(mutex_);
      waiting_ = !answer_.has_value();
      expecting_ = waiting_;
      return std::exchange(answer_, std::nullopt);
    }

   private:
    const std::weak_ptr<WatchStream> stream_;
    mutable Mutex mutex_;
    bool expecting_ ABSL_GUARDED_BY(mutex_) = false;
    bool waiting_ ABSL_GUARDED_BY(mutex_) = false;
    std::optional<Answer> answer_ ABSL_GUARDED_BY(mutex_);
  };

  // What the log has to say by now, given what was asked for before, if anything was; nothing if
  // more was asked for, or if it should look again.
  virtual std::optional<WatchStep> Look(Answer answer) = 0;

  // A place for the answer to what the watch now asks for.
  std::shared_ptr<Inbox> Expect() {
    inbox_->Expect();
    return inbox_;
  }

  // What follows for a watch that just parked itself: it waits, unless no watch may any more.
  WatchStep WaitUnlessDraining() {
    // Draining wakes what is parked, once: whoever parks later must see it by itself.
    const bool missed = core_.draining() && audience().Unpark(key());
    return missed ? EndedByDraining() : WatchStep{.kind = WatchStep::Kind::kWait};
  }

  // Under which it is parked.
  const void* key() const { return this; }
  HostCore& core() const { return core_; }
  GameAudience& audience() const { return ticket_->audience(); }
  const std::shared_ptr<GameAudience>& shared_audience() const {
    return ticket_->shared_audience();
  }
  const std::weak_ptr<WatchStream>& stream() const { return stream_; }

 private:
  static WatchStep EndedByDraining() {
    return {.kind = WatchStep::Kind::kEnd,
            .end = MakeError(v1::ERROR_REASON_SERVER_DRAINING,
                             "the server is shutting down: watch again from the last event read")};
  }

  HostCore& core_;
  const std::unique_ptr<WatcherTicket> ticket_;
  const std::weak_ptr<WatchStream> stream_;
  const std::shared_ptr<Inbox> inbox_;
  std::optional<WatchMessage> first_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_LOG_WATCH_H_

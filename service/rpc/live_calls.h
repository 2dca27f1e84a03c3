#ifndef MEEPLE_SERVICE_RPC_LIVE_CALLS_H_
#define MEEPLE_SERVICE_RPC_LIVE_CALLS_H_

// Counts calls that are not over, so that a server knows when nothing runs any more. A call is over
// when its last object is gone: gRPC is done with it, and the host owes it no answer. What became
// of calls is counted in `metrics`.
//
// Thread-safe. A token may outlive the LiveCalls that it came from, and so do the metrics then.
//
//   LiveCalls calls;
//   LiveCalls::Token token = calls.Enter();   // a member of the call's object
//   bool none = calls.WaitForNone(deadline);

#include <memory>

#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/base/steady_time.h"
#include "service/rpc/call_metrics.h"

namespace meeple::rpc {

class LiveCalls {
  struct Counter;

 public:
  // Counts as one call as long as it lives.
  class Token {
   public:
    explicit Token(std::shared_ptr<Counter> counter) : counter_(std::move(counter)) {
      counter_->Add(1);
    }
    ~Token() { counter_->Add(-1); }
    Token(const Token&) = delete;
    Token& operator=(const Token&) = delete;

   private:
    const std::shared_ptr<Counter> counter_;
  };

  Token Enter() const { return Token(counter_); }

  CallMetrics& metrics() const { return counter_->metrics; }

  int count() const {
    service::MutexLock lock(counter_->mutex);
    return counter_->count;
  }

  // Waits until no call lives, but not beyond the steady time `deadline`; true if none
  // does.
  bool WaitForNone(absl::Duration deadline) const {
    service::MutexLock lock(counter_->mutex);
    while (counter_->count > 0) {
      const absl::Duration left = deadline - service::SteadyTime();
      if (left <= absl::ZeroDuration()) return false;
      counter_->none.WaitFor(counter_->mutex, left);
    }
    return true;
  }

 private:
  struct Counter {
    service::Mutex mutex;
    service::CondVar none;
    int count ABSL_GUARDED_BY(mutex) = 0;
    CallMetrics metrics;

    void Add(int change) {
      service::MutexLock lock(mutex);
      count += change;
      if (count == 0) none.NotifyAll();
    }
  };

  const std::shared_ptr<Counter> counter_ = std::make_shared<Counter>();
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_LIVE_CALLS_H_

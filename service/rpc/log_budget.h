#ifndef MEEPLE_SERVICE_RPC_LOG_BUDGET_H_
#define MEEPLE_SERVICE_RPC_LOG_BUDGET_H_

// How many lines of one kind may be logged in a while: anyone who can connect can cause some of
// them as often as they like.
//
//   static LogBudget budget(/*lines=*/20, absl::Seconds(10));
//   if (budget.Take(service::SteadyTime())) Log(...);
//
// Thread-safe.

#include <cstdint>

#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/base/steady_time.h"

namespace meeple::rpc {

class LogBudget {
 public:
  LogBudget(int lines, absl::Duration window) : lines_(lines), window_(window) {}

  // Whether one more line may be logged at `now`, a steady time.
  bool Take(absl::Duration now) {
    service::MutexLock lock(mutex_);
    if (now >= window_end_) {
      window_end_ = now + window_;
      taken_ = 0;
    }
    return taken_++ < lines_;
  }

 private:
  const int lines_;
  const absl::Duration window_;
  service::Mutex mutex_;
  absl::Duration window_end_ ABSL_GUARDED_BY(mutex_) = -absl::InfiniteDuration();
  int64_t taken_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_LOG_BUDGET_H_

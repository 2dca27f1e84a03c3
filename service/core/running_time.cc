#include "service/core/running_time.h"

namespace meeple::service {

int64_t RunningTime::Note() const {
  MutexLock lock(mutex_);
  const int64_t now = steady_();
  const int64_t stretch = now - noted_.load(std::memory_order_relaxed);
  int64_t left_out = left_out_.load(std::memory_order_relaxed);
  if (stretch > absl::ToInt64Nanoseconds(kStandstill)) {
    left_out += stretch - kNotedNanoseconds;
    left_out_.store(left_out, std::memory_order_release);
  }
  noted_.store(now, std::memory_order_release);
  return now - left_out;
}

}  // namespace meeple::service

#ifndef MEEPLE_SERVICE_CORE_TESTING_FAKE_CLOCK_H_
#define MEEPLE_SERVICE_CORE_TESTING_FAKE_CLOCK_H_

// A clock that stands still until a test moves it.
//
//   FakeClock clock;
//   clock.Advance(absl::Seconds(60));   // whoever waits on it is woken

#include <functional>
#include <utility>

#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/core/clock.h"

namespace meeple::service {

// Thread-safe.
class FakeClock final : public Clock {
 public:
  absl::Time Now() const override {
    MutexLock lock(mutex_);
    return now_;
  }
  absl::Duration Uptime() const override {
    MutexLock lock(mutex_);
    return uptime_;
  }
  absl::Duration LeftOut() const override {
    MutexLock lock(mutex_);
    return left_out_;
  }
  void SetStepListener(std::function<void()> listener) override {
    MutexLock lock(listener_mutex_);
    listener_ = std::move(listener);
  }

  // Time passes.
  void Advance(absl::Duration time) {
    {
      MutexLock lock(mutex_);
      now_ += time;
      uptime_ += time;
    }
    MutexLock lock(listener_mutex_);
    if (listener_) listener_();
  }
  // The process stands still while the machine's time passes.
  void StandStill(absl::Duration time) {
    MutexLock lock(mutex_);
    now_ += time;
    left_out_ += time;
  }
  // Somebody sets the wall clock; no time passes.
  void StepWallClock(absl::Duration step) {
    MutexLock lock(mutex_);
    now_ += step;
  }

 private:
  mutable Mutex mutex_;
  absl::Time now_ ABSL_GUARDED_BY(mutex_) = absl::FromUnixSeconds(1'700'000'000);
  absl::Duration uptime_ ABSL_GUARDED_BY(mutex_) = absl::Seconds(1'000);
  absl::Duration left_out_ ABSL_GUARDED_BY(mutex_);
  Mutex listener_mutex_;
  std::function<void()> listener_ ABSL_GUARDED_BY(listener_mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_FAKE_CLOCK_H_

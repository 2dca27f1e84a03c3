#include "service/core/clock.h"

#include <chrono>
#include <cstdint>
#include <thread>

#include "service/base/mutex.h"
#include "service/base/steady_time.h"
#include "service/core/running_time.h"

namespace meeple::service {
namespace {

int64_t SteadyNanoseconds() { return absl::ToInt64Nanoseconds(SteadyTime()); }

class MachineClock : public Clock {
 public:
  absl::Time Now() const override { return absl::FromChrono(std::chrono::system_clock::now()); }
  absl::Duration Uptime() const override { return SteadyTime(); }
  absl::Duration LeftOut() const override { return absl::ZeroDuration(); }
  void SetStepListener(std::function<void()>) override {}
};

class RunningClock final : public MachineClock {
 public:
  explicit RunningClock(absl::Duration uptime)
      : ahead_(uptime - absl::Nanoseconds(time_.Now())), thread_([this] { Beat(); }) {}

  ~RunningClock() override {
    {
      MutexLock lock(mutex_);
      stopped_ = true;
      changed_.NotifyAll();
    }
    thread_.join();
  }

  absl::Duration Uptime() const override { return absl::Nanoseconds(time_.Now()) + ahead_; }
  absl::Duration LeftOut() const override { return absl::Nanoseconds(time_.left_out()); }

 private:
  // Has the time asked for, so that nobody takes a server that nobody calls for one that stands
  // still.
  void Beat() {
    MutexLock lock(mutex_);
    while (!stopped_) {
      time_.Now();
      changed_.WaitFor(mutex_, RunningTime::kBeat);
    }
  }

  const RunningTime time_{SteadyNanoseconds};
  const absl::Duration ahead_;  // of time_
  Mutex mutex_;
  CondVar changed_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace

Clock& SystemClock() {
  static MachineClock clock;
  return clock;
}

std::unique_ptr<Clock> ContinuedClock(absl::Duration uptime) {
  return std::make_unique<RunningClock>(uptime);
}

}  // namespace meeple::service

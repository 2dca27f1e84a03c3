#include "service/core/clock.h"

#include <chrono>

namespace meeple::service {
namespace {

absl::Duration Steady() {
  return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

class MachineClock final : public Clock {
 public:
  // Its uptime is ahead of the machine's by `ahead`, or behind it.
  explicit MachineClock(absl::Duration ahead) : ahead_(ahead) {}

  absl::Time Now() const override { return absl::FromChrono(std::chrono::system_clock::now()); }
  absl::Duration Uptime() const override { return Steady() + ahead_; }
  void SetStepListener(std::function<void()>) override {}

 private:
  const absl::Duration ahead_;
};

}  // namespace

Clock& SystemClock() {
  static MachineClock clock(absl::ZeroDuration());
  return clock;
}

std::unique_ptr<Clock> ContinuedClock(absl::Duration uptime) {
  return std::make_unique<MachineClock>(uptime - Steady());
}

}  // namespace meeple::service

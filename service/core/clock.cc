#include "service/core/clock.h"

#include <chrono>

#include "absl/time/clock.h"

namespace meeple::service {
namespace {

class MachineClock final : public Clock {
 public:
  absl::Time Now() const override { return absl::Now(); }
  absl::Duration Uptime() const override {
    return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
  }
  void SetStepListener(std::function<void()>) override {}
};

}  // namespace

Clock& SystemClock() {
  static MachineClock clock;
  return clock;
}

}  // namespace meeple::service

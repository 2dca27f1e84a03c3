#include "service/base/steady_time.h"

#include <gtest/gtest.h>

#include <chrono>

#include "absl/time/clock.h"
#include "service/base/testing/wall_clock.h"

namespace meeple::service {
namespace {

TEST(SteadyTimeTest, GoesOnWhateverTheTimeOfDayIsSetTo) {
  const absl::Duration before = SteadyTime();
  const absl::Time day = absl::Now();
  for (const absl::Duration step : {absl::Hours(24), -absl::Hours(24)}) {
    const WallClockStep stepped(step);
    EXPECT_LT(absl::AbsDuration(absl::Now() - day - step), absl::Hours(1)) << "nothing was set";
    EXPECT_LT(absl::AbsDuration(absl::FromChrono(std::chrono::system_clock::now()) - day - step),
              absl::Hours(1));
    EXPECT_GE(SteadyTime(), before);
    EXPECT_LT(SteadyTime() - before, absl::Hours(1));
  }
  EXPECT_LT(absl::AbsDuration(absl::Now() - day), absl::Hours(1));
}

}  // namespace
}  // namespace meeple::service

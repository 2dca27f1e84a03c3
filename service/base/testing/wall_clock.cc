#include "service/base/testing/wall_clock.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>

namespace meeple::service {
namespace {

constexpr int64_t kNanosecondsOfSecond = 1'000'000'000;

// By how much the time of day differs from the machine's.
std::atomic<int64_t> wall_clock_offset{0};

}  // namespace

WallClockStep::WallClockStep(absl::Duration step) : step_(step) {
  wall_clock_offset += absl::ToInt64Nanoseconds(step_);
}

WallClockStep::~WallClockStep() { wall_clock_offset -= absl::ToInt64Nanoseconds(step_); }

}  // namespace meeple::service

// Stands before the function of the C library, for shared libraries too.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  using meeple::service::kNanosecondsOfSecond;
  const int64_t offset = meeple::service::wall_clock_offset.load(std::memory_order_relaxed);
  const auto error = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
  if (error != 0 || clock != CLOCK_REALTIME || offset == 0) return error;
  const int64_t sum = int64_t{time->tv_sec} * kNanosecondsOfSecond + time->tv_nsec + offset;
  time->tv_sec = sum / kNanosecondsOfSecond;
  time->tv_nsec = sum % kNanosecondsOfSecond;
  return 0;
}

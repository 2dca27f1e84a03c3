#ifndef MEEPLE_SERVICE_BASE_TESTING_WALL_CLOCK_H_
#define MEEPLE_SERVICE_BASE_TESTING_WALL_CLOCK_H_

// Sets the time of day as an administrator or a time service does, but for this process alone: all
// that asks for CLOCK_REALTIME in it, gRPC and the standard library too. Other clocks go on as they
// were. Works in binaries that are linked to this library, from their start. Thread-safe.
//
//   const WallClockStep step(-absl::Hours(1));   // an hour back, until it is destroyed

#include "absl/time/time.h"

namespace meeple::service {

class WallClockStep {
 public:
  explicit WallClockStep(absl::Duration step);
  ~WallClockStep();
  WallClockStep(const WallClockStep&) = delete;
  WallClockStep& operator=(const WallClockStep&) = delete;

 private:
  const absl::Duration step_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_TESTING_WALL_CLOCK_H_

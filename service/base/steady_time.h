#ifndef MEEPLE_SERVICE_BASE_STEADY_TIME_H_
#define MEEPLE_SERVICE_BASE_STEADY_TIME_H_

// What waits, waits by this: the time of day may be set at any moment, and a server that went by it
// would wait for an hour longer, or not at all.
//
//   const absl::Duration end = SteadyTime() + absl::Seconds(3);
//   while (SteadyTime() < end) ...

#include <chrono>

#include "absl/time/time.h"

namespace meeple::service {

// The machine's time since some fixed moment, which never goes back and never jumps. Thread-safe.
inline absl::Duration SteadyTime() {
  return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_STEADY_TIME_H_

#ifndef MEEPLE_SERVICE_CORE_CLOCK_H_
#define MEEPLE_SERVICE_CORE_CLOCK_H_

// Time as the service sees it, injected so that tests never sleep.

#include "absl/time/time.h"

namespace meeple::service {

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  // Wall-clock time, for people: it may step in either direction.
  virtual absl::Time Now() const = 0;
  // Time since some fixed moment; never goes back. What waits, waits by this.
  virtual absl::Duration Uptime() const = 0;
};

// The clock of the machine.
Clock& SystemClock();

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_CLOCK_H_

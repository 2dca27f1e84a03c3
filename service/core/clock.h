#ifndef MEEPLE_SERVICE_CORE_CLOCK_H_
#define MEEPLE_SERVICE_CORE_CLOCK_H_

// Time as the service sees it, injected so that tests never sleep.

#include <functional>
#include <memory>

#include "absl/time/time.h"

namespace meeple::service {

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  // Wall-clock time, for people: it may step in either direction.
  virtual absl::Time Now() const = 0;
  // Time since some fixed moment; never goes back, and need not pass while the process does not
  // run. What waits, waits by this.
  virtual absl::Duration Uptime() const = 0;
  // How much of the machine's time Uptime leaves out because the process did not run, since the
  // clock was made. Never goes back.
  virtual absl::Duration LeftOut() const = 0;
  // `listener` is called whenever Uptime jumps ahead of the machine's own time, as a clock under
  // test does; whoever sleeps by the machine's time looks again. The machine's clock never does.
  // Null takes the listener away; the call returns when it is not running.
  virtual void SetStepListener(std::function<void()> listener) = 0;
};

// The clock of the machine. Its uptime is that of the machine.
Clock& SystemClock();

// The clock of a server that was up for `uptime` before it ended, in all its runs together: uptime
// goes on from there, and counts only while the process runs, so that neither the time in between
// nor that in which it stood still is anybody's. See RunningTime; a thread of the clock asks it.
std::unique_ptr<Clock> ContinuedClock(absl::Duration uptime);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_CLOCK_H_

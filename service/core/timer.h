#ifndef MEEPLE_SERVICE_CORE_TIMER_H_
#define MEEPLE_SERVICE_CORE_TIMER_H_

// One thread that runs tasks when they are due by the clock's uptime. Tasks must be short; what
// they act on they find by id, so that a task never keeps anything alive.
//
// Thread-safe.

#include <cstdint>
#include <functional>
#include <map>
#include <thread>

#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/core/clock.h"

namespace meeple::service {

class Timer {
 public:
  // `clock` must outlive the timer.
  explicit Timer(Clock& clock);
  // Stops: see Stop.
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // Names a task.
  struct Ticket {
    absl::Duration due;
    uint64_t number = 0;

    bool operator<(const Ticket& other) const {
      return due != other.due ? due < other.due : number < other.number;
    }
  };

  // Runs `task` as soon as clock.Uptime() is `due` or later. Tasks of one moment run in the order
  // in which they were given. Dropped once the timer is stopped.
  Ticket At(absl::Duration due, std::function<void()> task);
  // Drops a task. False if it ran, runs, or was dropped.
  bool Cancel(const Ticket& ticket);

  // Drops what waits, finishes what runs, ends the thread. Whoever calls it returns once that is
  // done, also where another call is doing it. Not from a task.
  void Stop();

 private:
  void Run();

  Clock& clock_;
  Mutex mutex_;
  CondVar changed_;
  std::map<Ticket, std::function<void()>> tasks_ ABSL_GUARDED_BY(mutex_);
  uint64_t given_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  // Taken before mutex_, held while the thread ends.
  Mutex stop_mutex_;
  std::thread thread_ ABSL_GUARDED_BY(stop_mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TIMER_H_

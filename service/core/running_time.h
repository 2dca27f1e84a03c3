#ifndef MEEPLE_SERVICE_CORE_RUNNING_TIME_H_
#define MEEPLE_SERVICE_CORE_RUNNING_TIME_H_

// The time in which this process ran: the machine's steady time without the stretches in which the
// process stood still, as one does that was stopped by a signal, or whose machine was frozen. What
// waits by it does not find its time used up when the process goes on.
//
// That the process stood still is told from nobody having asked for the time for more than
// kStandstill. So somebody has to ask every kBeat whatever else happens. A stretch that was
// too long counts as kNoted, which is no less than anybody was told that had passed of it; one that
// was not is counted whole. What is left out is left out for ever, and before anybody sees it.
//
// Thread-safe. Asking takes about as long as asking the machine.

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "absl/time/time.h"
#include "service/base/mutex.h"

namespace meeple::service {

class RunningTime {
 public:
  static constexpr absl::Duration kBeat = absl::Milliseconds(250);
  static constexpr absl::Duration kStandstill = absl::Seconds(1);
  static constexpr int64_t kNotedNanoseconds = 50'000'000;
  static constexpr absl::Duration kNoted = absl::Nanoseconds(kNotedNanoseconds);

  // `steady` says the machine's time in nanoseconds, which never goes back; any thread asks it.
  explicit RunningTime(std::function<int64_t()> steady)
      : steady_(std::move(steady)), noted_(steady_()) {}

  // In nanoseconds; never goes back, whichever threads ask.
  int64_t Now() const {
    // In this order: where a stretch was left out after `noted` was read, the time is later than
    // that by more than kNoted.
    const int64_t noted = noted_.load(std::memory_order_acquire);
    const int64_t left_out = left_out_.load(std::memory_order_acquire);
    const int64_t now = steady_();
    return now - noted <= kNotedNanoseconds ? now - left_out : Note();
  }

  // All that was left out so far, in nanoseconds.
  int64_t left_out() const { return left_out_.load(std::memory_order_relaxed); }

 private:
  // Notes that the process runs, and leaves out the time in which it did not.
  int64_t Note() const;

  const std::function<int64_t()> steady_;
  mutable Mutex mutex_;  // held to write either of these
  mutable std::atomic<int64_t> left_out_ = 0;
  mutable std::atomic<int64_t> noted_;  // by the machine's time; written last
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_RUNNING_TIME_H_

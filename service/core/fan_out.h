#ifndef MEEPLE_SERVICE_CORE_FAN_OUT_H_
#define MEEPLE_SERVICE_CORE_FAN_OUT_H_

// Wakes those who watch. A large crowd is woken in parts, each of which goes behind whatever else
// waits by then: nobody's answer waits for more than a part of any crowd.
//
// Thread-safe.

#include <cstddef>
#include <memory>

#include "service/base/executor.h"
#include "service/base/metrics.h"
#include "service/base/mutex.h"
#include "service/core/game_audience.h"

namespace meeple::service {

class FanOut {
 public:
  // So many are woken one after the other: at 10 us each, a third of a millisecond.
  static constexpr size_t kPart = 32;

  // `executor` must outlive it, or the call to Stop.
  explicit FanOut(Executor& executor) : executor_(executor) {}
  // Stops: see Stop.
  ~FanOut() { Stop(); }
  FanOut(const FanOut&) = delete;
  FanOut& operator=(const FanOut&) = delete;

  // Calls Wake of every stream that still lives, soon, on the executor's threads. Nothing once it
  // is stopped.
  void Wake(GameAudience::Streams streams);

  // How many crowds are being woken.
  size_t under_way() const;
  // From Wake until the last one was woken.
  const Histogram& time() const { return time_; }

  // Returns once nobody is being woken; of the crowds that are left nobody is. Not from within a
  // stream's Wake.
  void Stop();

 private:
  struct Crowd;

  void PostPart(std::shared_ptr<Crowd> crowd);
  void WakePart(const std::shared_ptr<Crowd>& crowd);
  bool stopped() const;

  Executor& executor_;
  Histogram time_{kTimeBounds};
  mutable Mutex mutex_;
  CondVar changed_;
  size_t under_way_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_FAN_OUT_H_

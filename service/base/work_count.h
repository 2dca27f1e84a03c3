#ifndef MEEPLE_SERVICE_BASE_WORK_COUNT_H_
#define MEEPLE_SERVICE_BASE_WORK_COUNT_H_

// Counts what is under way, so that whoever it uses may wait for its end before they go.
//
//   WorkCount work;
//   const WorkCount::Token token(work);  // as long as it lives
//   work.WaitForNone();
//
// Thread-safe. It must outlive its tokens.

#include <atomic>
#include <cstdint>

#include "service/base/mutex.h"

namespace meeple::service {

class WorkCount {
 public:
  // One piece of work.
  class Token {
   public:
    explicit Token(WorkCount& work) : work_(work) {
      work_.count_.fetch_add(1, std::memory_order_relaxed);
    }
    ~Token() { work_.Release(); }
    Token(const Token&) = delete;
    Token& operator=(const Token&) = delete;

   private:
    WorkCount& work_;
  };

  // Returns once nothing is under way; nothing new may begin but from within what is. Not from
  // within a piece of work.
  void WaitForNone() {
    if (!waited_for_.exchange(true)) Release();
    MutexLock lock(mutex_);
    while (!none_) changed_.Wait(mutex_);
  }

 private:
  void Release() {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
    // Under the mutex, since who waits may destroy this as soon as it is free.
    MutexLock lock(mutex_);
    none_ = true;
    changed_.NotifyAll();
  }

  // One more than is under way, until somebody waits: so that it is not 0 before.
  std::atomic<int64_t> count_ = 1;
  std::atomic<bool> waited_for_ = false;
  Mutex mutex_;
  CondVar changed_;
  bool none_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_WORK_COUNT_H_

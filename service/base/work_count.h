#ifndef MEEPLE_SERVICE_BASE_WORK_COUNT_H_
#define MEEPLE_SERVICE_BASE_WORK_COUNT_H_

// Counts what is under way, so that whoever it uses may wait for its end before they go.
//
//   WorkCount work;
//   const WorkCount::Token token(work);  // as long as it lives
//   work.WaitForNone();
//
// Thread-safe. It must outlive its tokens.

#include "service/base/mutex.h"

namespace meeple::service {

class WorkCount {
 public:
  // One piece of work.
  class Token {
   public:
    explicit Token(WorkCount& work) : work_(work) { work_.Add(1); }
    ~Token() { work_.Add(-1); }
    Token(const Token&) = delete;
    Token& operator=(const Token&) = delete;

   private:
    WorkCount& work_;
  };

  // Returns once nothing is under way. Not from within a piece of work.
  void WaitForNone() {
    MutexLock lock(mutex_);
    while (count_ > 0) none_.Wait(mutex_);
  }

 private:
  void Add(int change) {
    MutexLock lock(mutex_);
    count_ += change;
    // Under the mutex, since who waits may destroy this as soon as it is free.
    if (count_ == 0) none_.NotifyAll();
  }

  Mutex mutex_;
  CondVar none_;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_WORK_COUNT_H_

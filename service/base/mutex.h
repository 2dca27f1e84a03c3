#ifndef MEEPLE_SERVICE_BASE_MUTEX_H_
#define MEEPLE_SERVICE_BASE_MUTEX_H_

// A std::mutex that clang's -Wthread-safety understands. absl::Mutex is not used here because the
// packaged library is not built for ThreadSanitizer, which then reports races that are none.
//
//   Mutex mutex_;
//   int count_ ABSL_GUARDED_BY(mutex_);
//   { MutexLock lock(mutex_); ++count_; }

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"

namespace meeple::service {

class ABSL_LOCKABLE Mutex {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  friend class CondVar;
  std::mutex mutex_;
};

class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) : mutex_(mutex) {
    mutex_.Lock();
  }
  ~MutexLock() ABSL_UNLOCK_FUNCTION() { mutex_.Unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// Waits may wake without cause: always wait in a loop over the condition.
class CondVar {
 public:
  void Wait(Mutex& mutex) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }
  // Any time will do, also an infinite one.
  void WaitFor(Mutex& mutex, absl::Duration time) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait_for(lock, absl::ToChronoNanoseconds(std::min(time, kLongestWait)));
    lock.release();
  }
  void NotifyAll() { condition_.notify_all(); }

 private:
  // The library adds what it waits to the time now, and a sum beyond its range is a moment long
  // past.
  static constexpr absl::Duration kLongestWait = absl::Hours(1);

  std::condition_variable condition_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_MUTEX_H_

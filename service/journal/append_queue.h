#ifndef MEEPLE_SERVICE_JOURNAL_APPEND_QUEUE_H_
#define MEEPLE_SERVICE_JOURNAL_APPEND_QUEUE_H_

// What waits to be written. Many threads push, one takes all there is at once: while it writes and
// waits for the disk, the next group forms by itself. Bounded in number and in bytes.
//
//   switch (queue.Push(std::move(append), bytes)) { ... }
//   std::vector<Append> group;
//   while (queue.TakeAll(group)) { ... }
//
// Thread-safe.

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "service/base/mutex.h"

namespace meeple::service {

template <typename Append>
class AppendQueue {
 public:
  struct Limits {
    size_t appends = 0;
    size_t bytes = 0;
  };
  enum class Pushed { kQueued, kFull, kClosed };

  explicit AppendQueue(const Limits& limits) : limits_(limits) {}

  // Queues `append`, which is left alone unless the answer is kQueued. What is larger than all
  // bytes allowed is queued where nothing else waits.
  Pushed Push(Append& append, size_t bytes) {
    MutexLock lock(mutex_);
    if (closed_) return Pushed::kClosed;
    if (waiting_.size() >= limits_.appends) return Pushed::kFull;
    if (!waiting_.empty() && bytes_ + bytes > limits_.bytes) return Pushed::kFull;
    waiting_.push_back(std::move(append));
    bytes_ += bytes;
    if (waiting_.size() == 1) changed_.NotifyAll();
    return Pushed::kQueued;
  }

  // Waits until something is queued and makes `group` all of it, in order. False once the queue is
  // closed and empty.
  bool TakeAll(std::vector<Append>& group) {
    group.clear();
    MutexLock lock(mutex_);
    while (waiting_.empty() && !closed_) changed_.Wait(mutex_);
    std::swap(group, waiting_);
    bytes_ = 0;
    return !group.empty();
  }

  // Nothing is queued any more; what waits is still to be taken.
  void Close() {
    MutexLock lock(mutex_);
    closed_ = true;
    changed_.NotifyAll();
  }

  // Whether half of what may wait does.
  bool IsHalfFull() const {
    MutexLock lock(mutex_);
    return waiting_.size() >= limits_.appends / 2 || bytes_ >= limits_.bytes / 2;
  }

  size_t size() const {
    MutexLock lock(mutex_);
    return waiting_.size();
  }

 private:
  const Limits limits_;
  mutable Mutex mutex_;
  CondVar changed_;
  std::vector<Append> waiting_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_APPEND_QUEUE_H_

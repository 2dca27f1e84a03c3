#ifndef MEEPLE_SERVICE_BASE_WORKER_POOL_H_
#define MEEPLE_SERVICE_BASE_WORKER_POOL_H_

// Threads that run what they are given, in order of arrival. With one thread: strictly one after
// the other.
//
// Thread-safe.
//
//   WorkerPool pool(2);
//   pool.Post([] { Think(); });

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "service/base/executor.h"
#include "service/base/mutex.h"

namespace meeple::service {

class WorkerPool final : public Executor {
 public:
  explicit WorkerPool(int threads);
  // Stops: see Stop.
  ~WorkerPool() override;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Runs `task` soon on one of the threads. Dropped once the pool is stopped.
  void Post(std::function<void()> task) override;

  // The same unless `max_waiting` tasks wait already; false then.
  bool TryPost(std::function<void()> task, size_t max_waiting);

  // How many tasks wait.
  size_t waiting() const {
    MutexLock lock(mutex_);
    return tasks_.size();
  }

  // Drops what waits, finishes what runs, ends the threads. Whoever calls it returns once that is
  // done, also where another call is doing it. Not from a task.
  void Stop();

 private:
  void Run();

  mutable Mutex mutex_;
  CondVar changed_;
  std::deque<std::function<void()>> tasks_ ABSL_GUARDED_BY(mutex_);
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  // Taken before mutex_, held while the threads end.
  Mutex stop_mutex_;
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(stop_mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_WORKER_POOL_H_

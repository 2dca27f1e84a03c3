#include "service/base/worker_pool.h"

#include <limits>
#include <utility>

namespace meeple::service {

WorkerPool::WorkerPool(int threads) {
  MutexLock starting(stop_mutex_);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

WorkerPool::~WorkerPool() { Stop(); }

void WorkerPool::Post(std::function<void()> task) {
  TryPost(std::move(task), std::numeric_limits<size_t>::max());
}

bool WorkerPool::TryPost(std::function<void()> task, size_t max_waiting) {
  MutexLock lock(mutex_);
  if (stopped_) return true;
  if (tasks_.size() >= max_waiting) return false;
  tasks_.push_back(std::move(task));
  changed_.NotifyAll();
  return true;
}

void WorkerPool::Stop() {
  MutexLock stopping(stop_mutex_);
  std::deque<std::function<void()>> dropped;  // destroyed outside the lock
  {
    MutexLock lock(mutex_);
    stopped_ = true;
    dropped.swap(tasks_);
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void WorkerPool::Run() {
  for (;;) {
    std::function<void()> task;
    {
      MutexLock lock(mutex_);
      while (tasks_.empty() && !stopped_) changed_.Wait(mutex_);
      if (stopped_) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace meeple::service

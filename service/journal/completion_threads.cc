#include "service/journal/completion_threads.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace meeple::service {

CompletionThreads::CompletionThreads(int threads) {
  for (int i = 0; i < threads; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    Worker& worker = *workers_.back();
    worker.thread = std::thread([&worker] { Run(worker); });
  }
}

CompletionThreads::~CompletionThreads() {
  for (const auto& worker : workers_) {
    {
      MutexLock lock(worker->mutex);
      worker->ending = true;
      worker->changed.NotifyAll();
    }
    worker->thread.join();
  }
}

void CompletionThreads::Run(Worker& worker) {
  std::vector<Task> tasks;
  for (;;) {
    {
      MutexLock lock(worker.mutex);
      while (worker.waiting.empty() && !worker.ending) worker.changed.Wait(worker.mutex);
      if (worker.waiting.empty()) return;
      std::swap(tasks, worker.waiting);
    }
    for (const Task& task : tasks) task();
    tasks.clear();
  }
}

CompletionThreads::Batch::Batch(CompletionThreads& threads)
    : threads_(threads), tasks_(std::max<size_t>(1, threads.workers_.size())) {}

void CompletionThreads::Batch::Add(size_t key, Task task) {
  tasks_[key % tasks_.size()].push_back(std::move(task));
}

void CompletionThreads::Batch::Send() {
  for (size_t i = 0; i < tasks_.size(); ++i) {
    std::vector<Task>& tasks = tasks_[i];
    if (threads_.workers_.empty()) {
      for (const Task& task : tasks) task();
    } else if (!tasks.empty()) {
      Worker& worker = *threads_.workers_[i];
      MutexLock lock(worker.mutex);
      worker.waiting.insert(worker.waiting.end(), std::make_move_iterator(tasks.begin()),
                            std::make_move_iterator(tasks.end()));
      worker.changed.NotifyAll();
    }
    tasks.clear();
  }
}

}  // namespace meeple::service

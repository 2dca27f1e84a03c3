#include "service/core/timer.h"

#include <utility>

namespace meeple::service {

Timer::Timer(Clock& clock) : clock_(clock) {
  clock_.SetStepListener([this] {
    MutexLock lock(mutex_);
    changed_.NotifyAll();
  });
  MutexLock starting(stop_mutex_);
  thread_ = std::thread([this] { Run(); });
}

Timer::~Timer() { Stop(); }

void Timer::At(absl::Duration due, std::function<void()> task) {
  MutexLock lock(mutex_);
  if (stopped_) return;
  tasks_.emplace(due, std::move(task));
  changed_.NotifyAll();
}

void Timer::Stop() {
  MutexLock stopping(stop_mutex_);
  clock_.SetStepListener(nullptr);
  std::multimap<absl::Duration, std::function<void()>> dropped;  // destroyed outside the lock
  {
    MutexLock lock(mutex_);
    stopped_ = true;
    dropped.swap(tasks_);
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void Timer::Run() {
  for (;;) {
    std::function<void()> task;
    {
      MutexLock lock(mutex_);
      for (;;) {
        if (stopped_) return;
        if (tasks_.empty()) {
          changed_.Wait(mutex_);
          continue;
        }
        const absl::Duration wait = tasks_.begin()->first - clock_.Uptime();
        if (wait <= absl::ZeroDuration()) break;
        changed_.WaitFor(mutex_, wait);
      }
      task = std::move(tasks_.begin()->second);
      tasks_.erase(tasks_.begin());
    }
    task();
  }
}

}  // namespace meeple::service

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

Timer::Ticket Timer::At(absl::Duration due, std::function<void()> task) {
  MutexLock lock(mutex_);
  const Ticket ticket = {.due = due, .number = ++given_};
  if (stopped_) return ticket;
  const auto [given, is_new] = tasks_.emplace(ticket, std::move(task));
  // The thread sleeps until the first task is due, and need not know of later ones.
  if (given == tasks_.begin()) changed_.NotifyAll();
  return ticket;
}

bool Timer::Cancel(const Ticket& ticket) {
  std::function<void()> dropped;  // destroyed outside the lock
  MutexLock lock(mutex_);
  const auto found = tasks_.find(ticket);
  if (found == tasks_.end()) return false;
  dropped = std::move(found->second);
  tasks_.erase(found);
  return true;
}

void Timer::Stop() {
  MutexLock stopping(stop_mutex_);
  clock_.SetStepListener(nullptr);
  std::map<Ticket, std::function<void()>> dropped;  // destroyed outside the lock
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
        const absl::Duration wait = tasks_.begin()->first.due - clock_.Uptime();
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

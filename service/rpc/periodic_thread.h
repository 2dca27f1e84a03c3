#ifndef MEEPLE_SERVICE_RPC_PERIODIC_THREAD_H_
#define MEEPLE_SERVICE_RPC_PERIODIC_THREAD_H_

// Calls a function again and again from a thread of its own, until it is destroyed.
//
//   PeriodicThread thread(absl::Seconds(1), [&] { registry.Tick(); });

#include <functional>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "service/base/mutex.h"

namespace meeple::rpc {

class PeriodicThread {
 public:
  // The first call comes after `interval`; calls never overlap.
  PeriodicThread(absl::Duration interval, std::function<void()> function)
      : interval_(interval), function_(std::move(function)), thread_([this] { Run(); }) {}
  // Waits for a call that is running.
  ~PeriodicThread() {
    {
      service::MutexLock lock(mutex_);
      stopping_ = true;
      stop_.NotifyAll();
    }
    thread_.join();
  }
  PeriodicThread(const PeriodicThread&) = delete;
  PeriodicThread& operator=(const PeriodicThread&) = delete;

 private:
  void Run() {
    while (!WaitUntilStopped()) function_();
  }

  // A wake-up without cause only makes a call come early.
  bool WaitUntilStopped() {
    service::MutexLock lock(mutex_);
    if (!stopping_) stop_.WaitFor(mutex_, interval_);
    return stopping_;
  }

  const absl::Duration interval_;
  const std::function<void()> function_;
  service::Mutex mutex_;
  service::CondVar stop_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_PERIODIC_THREAD_H_

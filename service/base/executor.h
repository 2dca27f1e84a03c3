#ifndef MEEPLE_SERVICE_BASE_EXECUTOR_H_
#define MEEPLE_SERVICE_BASE_EXECUTOR_H_

// Threads that run what they are given soon. Which threads those are is the choice of whoever puts
// the parts together: see WorkerPool, and GrpcThreads in service/rpc.

#include <functional>

namespace meeple::service {

class Executor {
 public:
  virtual ~Executor() = default;

  // Runs `task` soon, never within this call; tasks may run side by side and in any order. A task
  // is short and waits for nothing. Thread-safe.
  virtual void Post(std::function<void()> task) = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_EXECUTOR_H_

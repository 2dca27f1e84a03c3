#ifndef MEEPLE_SERVICE_CORE_TESTING_RUN_TOGETHER_H_
#define MEEPLE_SERVICE_CORE_TESTING_RUN_TOGETHER_H_

// Threads of a test.
//
//   RunTogether(8, [&](int thread) { host.Move(table, thread % 2, "b2"); });

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace meeple::service {

// Runs `body` in so many threads, counted from 0, that begin together, and waits until all are
// done.
inline void RunTogether(int threads, const std::function<void(int)>& body) {
  std::barrier start(threads);
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      start.arrive_and_wait();
      body(i);
    });
  }
  for (std::thread& thread : running) thread.join();
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_RUN_TOGETHER_H_

#ifndef MEEPLE_SERVICE_JOURNAL_COMPLETION_THREADS_H_
#define MEEPLE_SERVICE_JOURNAL_COMPLETION_THREADS_H_

// Threads on which the answers to appends are given, so that the journal's thread goes back to the
// disk at once. What has the same key is done on the same thread, in order.
//
//   CompletionThreads threads(2);
//   CompletionThreads::Batch batch(threads);
//   batch.Add(hash, [] { ... });
//   batch.Send();
//
// Thread-safe; a batch belongs to one thread.

#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "service/base/mutex.h"

namespace meeple::service {

class CompletionThreads {
 public:
  using Task = std::function<void()>;

  // With 0 threads everything is done where it is sent.
  explicit CompletionThreads(int threads);
  // Does all that was sent.
  ~CompletionThreads();

  // Tasks that are sent together: each thread is woken once.
  class Batch {
   public:
    // `threads` must outlive the batch.
    explicit Batch(CompletionThreads& threads);
    void Add(size_t key, Task task);
    void Send();

   private:
    CompletionThreads& threads_;
    std::vector<std::vector<Task>> tasks_;  // by thread
  };

 private:
  struct Worker {
    Mutex mutex;
    CondVar changed;
    std::vector<Task> waiting ABSL_GUARDED_BY(mutex);
    bool ending ABSL_GUARDED_BY(mutex) = false;
    std::thread thread;
  };

  static void Run(Worker& worker);

  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_COMPLETION_THREADS_H_

#ifndef MEEPLE_SERVICE_RPC_GRPC_THREADS_H_
#define MEEPLE_SERVICE_RPC_GRPC_THREADS_H_

// Runs tasks on the threads on which gRPC 1.51 calls reactors back.
//
// Where another thread begins a write or an answer, one of gRPC's is woken for its end, each time;
// it finds nothing else to do and sleeps again. One of gRPC's own finds the ends of all that it
// began when it is through with them. docs/benchmarks.md has what that saves.
//
// gRPC has no call to ask for it. But a call on a channel that leads nowhere fails at once, and
// that it failed is told on such a thread: 4 us of processor time.
//
//   GrpcThreads threads;
//   threads.Post([] { WriteToMany(); });
//
// Thread-safe.

#include <grpcpp/generic/generic_stub.h>

#include <functional>

#include "service/base/executor.h"
#include "service/base/mutex.h"

namespace meeple::rpc {

class GrpcThreads final : public service::Executor {
 public:
  GrpcThreads();
  // Returns once all that was posted has run. Not from a task.
  ~GrpcThreads() override;
  GrpcThreads(const GrpcThreads&) = delete;
  GrpcThreads& operator=(const GrpcThreads&) = delete;

  void Post(std::function<void()> task) override;

 private:
  struct Call;

  void Run(Call* call);

  grpc::GenericStub stub_;
  service::Mutex mutex_;
  service::CondVar changed_;
  int under_way_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_GRPC_THREADS_H_

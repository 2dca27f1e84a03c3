#ifndef MEEPLE_SERVICE_RPC_KEEP_WARM_H_
#define MEEPLE_SERVICE_RPC_KEEP_WARM_H_

// Keeps a quiet server quick. The threads that poll for gRPC 1.51's callback API sleep for 100 ms
// without polling once a second has brought them nothing, so that the first call after a pause
// waits for up to that long. A health check from within the process every 200 ms gives them
// something.
//
//   KeepWarm keep_warm(server.InProcessChannel(grpc::ChannelArguments()), absl::Milliseconds(200));

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>

#include <memory>

#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/rpc/periodic_thread.h"

namespace meeple::rpc {

class KeepWarm {
 public:
  KeepWarm(std::shared_ptr<grpc::Channel> channel, absl::Duration interval);
  // Waits for a ping that is under way. The server must still be running.
  ~KeepWarm();

 private:
  struct Ping;

  void StartPing();
  void Pinged();

  grpc::GenericStub stub_;
  service::Mutex mutex_;
  service::CondVar pinged_;
  std::unique_ptr<Ping> ping_ ABSL_GUARDED_BY(mutex_);  // under way
  std::unique_ptr<PeriodicThread> thread_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_KEEP_WARM_H_

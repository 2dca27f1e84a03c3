#include "service/rpc/grpc_threads.h"

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <utility>

#include "service/rpc/message_bytes.h"

namespace meeple::rpc {
namespace {

constexpr char kNoMethod[] = "/meeple.Nowhere/Nothing";

// Without credentials gRPC makes a channel on which every call fails.
std::shared_ptr<grpc::Channel> ChannelToNowhere() { return grpc::CreateChannel("", nullptr); }

}  // namespace

struct GrpcThreads::Call {
  explicit Call(std::function<void()> to_run) : task(std::move(to_run)) {}

  std::function<void()> task;
  grpc::ClientContext context;
  grpc::ByteBuffer request = EmptyMessage();
  grpc::ByteBuffer response;
};

GrpcThreads::GrpcThreads() : stub_(ChannelToNowhere()) {}

GrpcThreads::~GrpcThreads() {
  service::MutexLock lock(mutex_);
  while (under_way_ > 0) changed_.Wait(mutex_);
}

void GrpcThreads::Post(std::function<void()> task) {
  {
    service::MutexLock lock(mutex_);
    ++under_way_;
  }
  auto* call = new Call(std::move(task));
  stub_.UnaryCall(&call->context, kNoMethod, {}, &call->request, &call->response,
                  [this, call](const grpc::Status&) { Run(call); });
}

void GrpcThreads::Run(Call* call) {
  const std::function<void()> task = std::move(call->task);
  delete call;
  task();
  service::MutexLock lock(mutex_);
  if (--under_way_ == 0) changed_.NotifyAll();
}

}  // namespace meeple::rpc

#include "service/rpc/keep_warm.h"

#include <grpcpp/support/byte_buffer.h>

#include <chrono>
#include <utility>

#include "service/rpc/message_bytes.h"

namespace meeple::rpc {
namespace {

constexpr char kHealthCheck[] = "/grpc.health.v1.Health/Check";
constexpr std::chrono::seconds kPingTimeout{1};

}  // namespace

struct KeepWarm::Ping {
  grpc::ClientContext context;
  grpc::ByteBuffer request = EmptyMessage();  // asks about the server as a whole
  grpc::ByteBuffer response;
};

KeepWarm::KeepWarm(std::shared_ptr<grpc::Channel> channel, absl::Duration interval)
    : stub_(std::move(channel)),
      thread_(std::make_unique<PeriodicThread>(interval, [this] { StartPing(); })) {}

KeepWarm::~KeepWarm() {
  thread_.reset();
  service::MutexLock lock(mutex_);
  while (ping_ != nullptr) pinged_.Wait(mutex_);
}

void KeepWarm::StartPing() {
  Ping* ping = nullptr;
  {
    service::MutexLock lock(mutex_);
    if (ping_ != nullptr) return;
    ping_ = std::make_unique<Ping>();
    ping = ping_.get();
  }
  ping->context.set_deadline(std::chrono::system_clock::now() + kPingTimeout);
  stub_.UnaryCall(&ping->context, kHealthCheck, {}, &ping->request, &ping->response,
                  [this](const grpc::Status&) { Pinged(); });
}

void KeepWarm::Pinged() {
  service::MutexLock lock(mutex_);
  ping_.reset();
  pinged_.NotifyAll();
}

}  // namespace meeple::rpc

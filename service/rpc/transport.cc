#include "service/rpc/transport.h"

#include <grpcpp/resource_quota.h>

#include "absl/synchronization/mutex.h"

namespace meeple::rpc {
namespace {

// Each open stream of reflection holds a thread; beyond these gRPC answers RESOURCE_EXHAUSTED.
constexpr int kMaxReflectionThreads = 32;

void SetLimits(grpc::ServerBuilder& builder, int64_t memory) {
  builder.SetMaxReceiveMessageSize(kMaxRequestBytes);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxConcurrentStreams);
  // A compressed request could be far larger than what was sent, and is inflated before its size is
  // checked.
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  grpc::ResourceQuota quota("meeple");
  quota.Resize(static_cast<size_t>(memory)).SetMaxThreads(kMaxReflectionThreads);
  builder.SetResourceQuota(quota);
  // For reflection alone, the one service that is not of the callback kind.
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::NUM_CQS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::MIN_POLLERS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::MAX_POLLERS, 2);
}

void SetKeepalive(grpc::ServerBuilder& builder) {
  // A peer that vanished is noticed after 80 seconds; the default is two hours.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 60'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  // Pings of clients are welcome down to every 5 seconds; some arrive early.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 4'500);
}

}  // namespace

void PrepareTransport() { absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore); }

void SetTransport(grpc::ServerBuilder& builder, int64_t memory) {
  SetLimits(builder, memory);
  SetKeepalive(builder);
}

}  // namespace meeple::rpc

#ifndef MEEPLE_SERVICE_RPC_ALLOCATION_SERVICE_H_
#define MEEPLE_SERVICE_RPC_ALLOCATION_SERVICE_H_

// meeple.v1.AllocationService on the wire, see GameService. Thread-safe; nothing here blocks.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "meeple/v1/allocation_service.grpc.pb.h"
#include "service/core/game_host.h"
#include "service/rpc/unary_call.h"
#include "service/rpc/watch_call.h"

namespace meeple::rpc {

namespace internal {

using RawAllocationService = v1::AllocationService::WithRawCallbackMethod_AllocateGames<
    v1::AllocationService::WithRawCallbackMethod_WatchResults<v1::AllocationService::Service>>;

}  // namespace internal

class AllocationService final : public internal::RawAllocationService {
 public:
  explicit AllocationService(const WatchServing& serving) : serving_(serving) {}

  grpc::ServerUnaryReactor* AllocateGames(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override {
    return ServeUnary(serving_.host, serving_.live_calls, &service::GameHost::AllocateGames,
                      *context, *request, *response);
  }
  grpc::ServerWriteReactor<grpc::ByteBuffer>* WatchResults(
      grpc::CallbackServerContext* context, const grpc::ByteBuffer* request) override {
    return ServeWatch<v1::WatchResultsRequest>(serving_, *context, *request);
  }

 private:
  const WatchServing serving_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_ALLOCATION_SERVICE_H_

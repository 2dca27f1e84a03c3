#ifndef MEEPLE_SERVICE_RPC_ALLOCATION_SERVICE_H_
#define MEEPLE_SERVICE_RPC_ALLOCATION_SERVICE_H_

// meeple.v1.AllocationService on the wire, see GameService. Thread-safe; nothing here blocks.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "meeple/v1/allocation_service.grpc.pb.h"
#include "service/core/game_host.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/unary_call.h"

namespace meeple::rpc {

class AllocationService final : public v1::AllocationService::WithRawCallbackMethod_AllocateGames<
                                    v1::AllocationService::Service> {
 public:
  // Both must outlive every call.
  AllocationService(service::GameHost& host, const LiveCalls& live_calls)
      : host_(host), live_calls_(live_calls) {}

  grpc::ServerUnaryReactor* AllocateGames(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override {
    return ServeUnary(host_, live_calls_, &service::GameHost::AllocateGames, *context, *request,
                      *response);
  }

 private:
  service::GameHost& host_;
  const LiveCalls& live_calls_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_ALLOCATION_SERVICE_H_

#ifndef MEEPLE_SERVICE_RPC_SCOREBOARD_SERVICE_H_
#define MEEPLE_SERVICE_RPC_SCOREBOARD_SERVICE_H_

// meeple.v1.ScoreboardService on the wire, see GameService. Thread-safe; nothing here blocks.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "meeple/v1/scoreboard_service.grpc.pb.h"
#include "service/core/game_host.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/unary_call.h"

namespace meeple::rpc {

namespace internal {

using RawScoreboardService = v1::ScoreboardService::WithRawCallbackMethod_GetScore<
    v1::ScoreboardService::WithRawCallbackMethod_ListScores<v1::ScoreboardService::Service>>;

}  // namespace internal

class ScoreboardService final : public internal::RawScoreboardService {
 public:
  using Host = service::GameHost;
  using Context = grpc::CallbackServerContext;
  using Bytes = grpc::ByteBuffer;
  using Unary = grpc::ServerUnaryReactor;

  // Both must outlive every call.
  ScoreboardService(Host& host, const LiveCalls& live_calls)
      : host_(host), live_calls_(live_calls) {}

  Unary* GetScore(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::GetScore, context, request, response);
  }
  Unary* ListScores(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::ListScores, context, request, response);
  }

 private:
  template <class Request, class Response>
  Unary* Serve(HostMethod<Request, Response> method, Context* context, const Bytes* request,
               Bytes* response) {
    return ServeUnary(host_, live_calls_, method, *context, *request, *response);
  }

  Host& host_;
  const LiveCalls& live_calls_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_SCOREBOARD_SERVICE_H_

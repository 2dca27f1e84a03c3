#ifndef MEEPLE_SERVICE_RPC_LOBBY_SERVICE_H_
#define MEEPLE_SERVICE_RPC_LOBBY_SERVICE_H_

// meeple.v1.LobbyService on the wire, see GameService. Thread-safe; nothing here blocks.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "meeple/v1/lobby_service.grpc.pb.h"
#include "service/core/game_host.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/unary_call.h"

namespace meeple::rpc {

namespace internal {

using RawLobbyService = v1::LobbyService::WithRawCallbackMethod_ListGames<
    v1::LobbyService::WithRawCallbackMethod_JoinGame<
        v1::LobbyService::WithRawCallbackMethod_LeaveGame<v1::LobbyService::Service>>>;

}  // namespace internal

class LobbyService final : public internal::RawLobbyService {
 public:
  using Host = service::GameHost;
  using Context = grpc::CallbackServerContext;
  using Bytes = grpc::ByteBuffer;
  using Unary = grpc::ServerUnaryReactor;

  // Both must outlive every call.
  LobbyService(Host& host, const LiveCalls& live_calls) : host_(host), live_calls_(live_calls) {}

  Unary* ListGames(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::ListGames, context, request, response);
  }
  Unary* JoinGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::JoinGame, context, request, response);
  }
  Unary* LeaveGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::LeaveGame, context, request, response);
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

#endif  // MEEPLE_SERVICE_RPC_LOBBY_SERVICE_H_

#ifndef MEEPLE_SERVICE_RPC_LOBBY_SERVICE_H_
#define MEEPLE_SERVICE_RPC_LOBBY_SERVICE_H_

// meeple.v1.LobbyService on the wire, see GameService. Thread-safe; nothing here blocks.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "meeple/v1/lobby_service.grpc.pb.h"
#include "service/core/game_host.h"
#include "service/rpc/unary_call.h"
#include "service/rpc/watch_call.h"

namespace meeple::rpc {

namespace internal {

using RawLobbyService = v1::LobbyService::WithRawCallbackMethod_ListGames<
    v1::LobbyService::WithRawCallbackMethod_JoinGame<
        v1::LobbyService::WithRawCallbackMethod_LeaveGame<
            v1::LobbyService::WithRawCallbackMethod_WatchLobby<v1::LobbyService::Service>>>>;

}  // namespace internal

class LobbyService final : public internal::RawLobbyService {
 public:
  using Host = service::GameHost;
  using Context = grpc::CallbackServerContext;
  using Bytes = grpc::ByteBuffer;
  using Unary = grpc::ServerUnaryReactor;

  explicit LobbyService(const WatchServing& serving) : serving_(serving) {}

  Unary* ListGames(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::ListGames, context, request, response);
  }
  Unary* JoinGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::JoinGame, context, request, response);
  }
  Unary* LeaveGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::LeaveGame, context, request, response);
  }
  grpc::ServerWriteReactor<Bytes>* WatchLobby(Context* context, const Bytes* request) override {
    return ServeWatch<v1::WatchLobbyRequest>(serving_, *context, *request);
  }

 private:
  template <class Request, class Response>
  Unary* Serve(HostMethod<Request, Response> method, Context* context, const Bytes* request,
               Bytes* response) {
    return ServeUnary(serving_.host, serving_.live_calls, method, *context, *request, *response);
  }

  const WatchServing serving_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_LOBBY_SERVICE_H_

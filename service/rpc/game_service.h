#ifndef MEEPLE_SERVICE_RPC_GAME_SERVICE_H_
#define MEEPLE_SERVICE_RPC_GAME_SERVICE_H_

// meeple.v1.GameService on the wire. Every method takes and gives raw bytes: so malformed requests
// get an answer that says so, and the events of a watch are serialised once for all who watch.
//
// Thread-safe; nothing here blocks. What a call means is for the host to say.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "meeple/v1/game_service.grpc.pb.h"
#include "service/core/game_host.h"
#include "service/rpc/unary_call.h"
#include "service/rpc/watch_call.h"

namespace meeple::rpc {

namespace internal {

// The generated service with every method in its raw callback form. The compiler complains below
// about an override that overrides nothing if a method of the service is missing here.
using Api = v1::GameService;
using RawGameService = Api::WithRawCallbackMethod_CreateGame<Api::WithRawCallbackMethod_GetGame<
    Api::WithRawCallbackMethod_ListLegalMoves<Api::WithRawCallbackMethod_SubmitMove<
        Api::WithRawCallbackMethod_Undo<Api::WithRawCallbackMethod_Redo<
            Api::WithRawCallbackMethod_Replay<Api::WithRawCallbackMethod_ListEvents<
                Api::WithRawCallbackMethod_ForkGame<Api::WithRawCallbackMethod_Resign<
                    Api::WithRawCallbackMethod_Abandon<Api::WithRawCallbackMethod_RotateCredential<
                        Api::WithRawCallbackMethod_RevokeCredential<
                            Api::WithRawCallbackMethod_SetController<
                                Api::WithRawCallbackMethod_MakeOffer<
                                    Api::WithRawCallbackMethod_AnswerOffer<
                                        Api::WithRawCallbackMethod_ListGameKinds<
                                            Api::WithRawCallbackMethod_WatchGame<
                                                Api::Service>>>>>>>>>>>>>>>>>>;

}  // namespace internal

class GameService final : public internal::RawGameService {
 public:
  using Host = service::GameHost;
  using Context = grpc::CallbackServerContext;
  using Bytes = grpc::ByteBuffer;
  using Unary = grpc::ServerUnaryReactor;

  explicit GameService(const WatchServing& serving) : serving_(serving) {}

  Unary* CreateGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::CreateGame, context, request, response);
  }
  Unary* GetGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::GetGame, context, request, response);
  }
  Unary* ListLegalMoves(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::ListLegalMoves, context, request, response);
  }
  Unary* SubmitMove(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::SubmitMove, context, request, response);
  }
  Unary* Undo(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::Undo, context, request, response);
  }
  Unary* Redo(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::Redo, context, request, response);
  }
  Unary* Replay(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::Replay, context, request, response);
  }
  Unary* ListEvents(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::ListEvents, context, request, response);
  }
  Unary* ForkGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::ForkGame, context, request, response);
  }
  Unary* Resign(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::Resign, context, request, response);
  }
  Unary* Abandon(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::Abandon, context, request, response);
  }
  Unary* MakeOffer(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::MakeOffer, context, request, response);
  }
  Unary* AnswerOffer(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::AnswerOffer, context, request, response);
  }
  Unary* RotateCredential(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::RotateCredential, context, request, response);
  }
  Unary* RevokeCredential(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::RevokeCredential, context, request, response);
  }
  Unary* SetController(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::SetController, context, request, response);
  }
  Unary* ListGameKinds(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::ListGameKinds, context, request, response);
  }
  grpc::ServerWriteReactor<Bytes>* WatchGame(Context* context, const Bytes* request) override {
    return ServeWatch<v1::WatchGameRequest>(serving_, *context, *request);
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

#endif  // MEEPLE_SERVICE_RPC_GAME_SERVICE_H_

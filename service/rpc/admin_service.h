#ifndef MEEPLE_SERVICE_RPC_ADMIN_SERVICE_H_
#define MEEPLE_SERVICE_RPC_ADMIN_SERVICE_H_

// meeple.v1.AdminService on the wire, see GameService. Thread-safe; nothing here blocks.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "meeple/v1/admin_service.grpc.pb.h"
#include "service/core/game_host.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/unary_call.h"

namespace meeple::rpc {

namespace internal {

using Admin = v1::AdminService;
using RawAdminService =
    Admin::WithRawCallbackMethod_GetServerInfo<Admin::WithRawCallbackMethod_DrainServer<
        Admin::WithRawCallbackMethod_EvictGame<Admin::WithRawCallbackMethod_VerifyGame<
            Admin::WithRawCallbackMethod_CreateBackup<Admin::Service>>>>>;

}  // namespace internal

class AdminService final : public internal::RawAdminService {
 public:
  using Host = service::GameHost;
  using Context = grpc::CallbackServerContext;
  using Bytes = grpc::ByteBuffer;
  using Unary = grpc::ServerUnaryReactor;

  // Both must outlive every call.
  AdminService(Host& host, const LiveCalls& live_calls) : host_(host), live_calls_(live_calls) {}

  Unary* GetServerInfo(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::GetServerInfo, context, request, response);
  }
  Unary* DrainServer(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::DrainServer, context, request, response);
  }
  Unary* EvictGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::EvictGame, context, request, response);
  }
  Unary* VerifyGame(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::VerifyGame, context, request, response);
  }
  Unary* CreateBackup(Context* context, const Bytes* request, Bytes* response) override {
    return Serve(&Host::CreateBackup, context, request, response);
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

#endif  // MEEPLE_SERVICE_RPC_ADMIN_SERVICE_H_

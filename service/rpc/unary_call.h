#ifndef MEEPLE_SERVICE_RPC_UNARY_CALL_H_
#define MEEPLE_SERVICE_RPC_UNARY_CALL_H_

// One unary call, whatever its rpc: entered, handed to the host, answered.
//
//   return ServeUnary(host, live_calls, &GameHost::GetGame, *context, *request, *response);
//
// Two own a UnaryCall: gRPC, until OnDone, and whoever owes the answer, until it was given; the
// last one deletes it. They may let go in either order: a call that its client cancelled is over
// for gRPC while the host still works on it, since what was handed to the journal is never dropped.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <utility>

#include "absl/status/statusor.h"
#include "service/base/metrics.h"
#include "service/core/errors.h"
#include "service/core/game_host.h"
#include "service/rpc/call_entry.h"
#include "service/rpc/call_metrics.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/message_bytes.h"
#include "service/rpc/status.h"

namespace meeple::rpc {

class UnaryCall final : public grpc::ServerUnaryReactor {
 public:
  // `response` is gRPC's and lives until the call is finished; `metrics` are those of `live_calls`.
  UnaryCall(const LiveCalls& live_calls, RpcMetrics& metrics, grpc::ByteBuffer& response)
      : token_(live_calls.Enter()), metrics_(metrics), response_(response) {}

  // Answers the call. Exactly one of the two is called, once, by any thread; it gives up the
  // caller's ownership.
  void Answer(const google::protobuf::Message& message) {
    if (TakeFinish()) {
      response_ = Serialize(message);
      Count({});
      Finish(grpc::Status::OK);
    }
    Release();
  }
  void Refuse(const absl::Status& status) {
    if (TakeFinish()) {
      const v1::ErrorReason reason = service::ReasonOf(status);
      const grpc::Status wire_status = ToGrpcStatus(status, reason);
      Count(OutcomeOf(status.code(), reason));
      Finish(wire_status);
    }
    Release();
  }

 private:
  ~UnaryCall() override = default;

  // Frees the transport's side at once, so that a server can shut down whatever the host does.
  void OnCancel() override {
    if (!TakeFinish()) return;
    Count({absl::StatusCode::kCancelled});
    Finish(grpc::Status(grpc::StatusCode::CANCELLED, "cancelled"));
  }
  void OnDone() override { Release(); }
  // Our reactions neither block nor take long, so gRPC need not hand them to another thread, which
  // costs about a tenth of the call. A gRPC that does not ask hands them over.
  bool InternalInlineable() override { return true; }

  // Before the client can know of the end, so that whoever saw it finds it counted.
  void Count(const CallOutcome& outcome) {
    metrics_.Count(outcome);
    metrics_.Time(stopwatch_.nanoseconds());
  }

  // True for the one who is to call Finish.
  bool TakeFinish() { return !finish_taken_.exchange(true, std::memory_order_acq_rel); }
  void Release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  const service::Stopwatch stopwatch_;
  const LiveCalls::Token token_;
  RpcMetrics& metrics_;
  grpc::ByteBuffer& response_;
  std::atomic<bool> finish_taken_{false};
  std::atomic<int> owners_{2};
};

template <class Request, class Response>
using HostMethod = void (service::GameHost::*)(const service::Caller&, const Request&,
                                               std::function<void(absl::StatusOr<Response>)>);

// Serves one call of the rpc that `method` answers.
template <class Request, class Response>
grpc::ServerUnaryReactor* ServeUnary(service::GameHost& host, const LiveCalls& live_calls,
                                     HostMethod<Request, Response> method,
                                     const grpc::CallbackServerContext& context,
                                     const grpc::ByteBuffer& request, grpc::ByteBuffer& response) {
  auto* call = new UnaryCall(live_calls, live_calls.metrics().Of<Request>(), response);
  absl::StatusOr<EnteredCall<Request>> entered = Enter<Request>(host, context, request);
  if (!entered.ok()) {
    call->Refuse(entered.status());
    return call;
  }
  (host.*method)(entered->caller, entered->request, [call](absl::StatusOr<Response> answer) {
    if (answer.ok()) {
      call->Answer(*answer);
    } else {
      call->Refuse(answer.status());
    }
  });
  return call;
}

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_UNARY_CALL_H_

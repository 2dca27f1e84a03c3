#ifndef MEEPLE_SERVICE_RPC_CALL_ENTRY_H_
#define MEEPLE_SERVICE_RPC_CALL_ENTRY_H_

// What every call passes before it reaches the host, in this order: it is still wanted, its
// credential is genuine, its bytes are a message, the fields of the message can hold what they
// hold.

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>

#include "absl/status/statusor.h"
#include "service/core/errors.h"
#include "service/core/game_host.h"
#include "service/rpc/message_bytes.h"
#include "service/rpc/request_checks.h"

namespace meeple::rpc {

// CANCELLED or DEADLINE_EXCEEDED if nobody waits for the answer any more.
absl::Status CheckStillWanted(const grpc::CallbackServerContext& context);

// Who calls, by metadata `authorization`. A credential that is sent is checked, also an empty or a
// second one; CREDENTIAL_INVALID.
absl::StatusOr<service::Caller> Authenticate(const service::GameHost& host,
                                             const grpc::CallbackServerContext& context);

template <class Request>
struct EnteredCall {
  service::Caller caller;
  Request request;
};

// A call that may go to the host, or why it may not.
template <class Request>
absl::StatusOr<EnteredCall<Request>> Enter(const service::GameHost& host,
                                           const grpc::CallbackServerContext& context,
                                           const grpc::ByteBuffer& bytes) {
  const absl::Duration arrived = host.uptime();
  if (absl::Status wanted = CheckStillWanted(context); !wanted.ok()) return wanted;
  absl::StatusOr<service::Caller> caller = Authenticate(host, context);
  if (!caller.ok()) return caller.status();
  EnteredCall<Request> call{*std::move(caller), {}};
  call.caller.arrived = arrived;
  if (!Parse(bytes, call.request)) {
    return service::MakeError(v1::ERROR_REASON_MALFORMED_REQUEST,
                              "the bytes are no message of this type, or a string is not UTF-8");
  }
  if (absl::Status checked = Check(call.request); !checked.ok()) return checked;
  return call;
}

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_CALL_ENTRY_H_

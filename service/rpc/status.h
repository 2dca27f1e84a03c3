#ifndef MEEPLE_SERVICE_RPC_STATUS_H_
#define MEEPLE_SERVICE_RPC_STATUS_H_

// The only place where an error of ours becomes one of gRPC's.

#include <grpcpp/support/status.h>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "meeple/v1/error.pb.h"
#include "service/core/errors.h"

namespace meeple::rpc {

// SERVER_DRAINING asks for a retry after a random time between these, so that the clients of a
// server that goes away do not come back all at once.
inline constexpr absl::Duration kLeastRetryDelay = absl::Milliseconds(500);
inline constexpr absl::Duration kMostRetryDelay = absl::Seconds(5);

// `status` as the client sees it: a google.rpc.Status with the payloads of `status` as details goes
// into the trailer `grpc-status-details-bin` (see service/core/status_proto.h).
//
// An error without ErrorInfo was not meant for clients: it is logged and becomes INTERNAL without
// its message. Only CANCELLED and DEADLINE_EXCEEDED pass as they are, since the transport makes
// them without details too.
// `reason` is that of `status`.
grpc::Status ToGrpcStatus(const absl::Status& status, v1::ErrorReason reason);
inline grpc::Status ToGrpcStatus(const absl::Status& status) {
  return ToGrpcStatus(status, service::ReasonOf(status));
}

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_STATUS_H_

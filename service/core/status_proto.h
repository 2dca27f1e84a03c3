#ifndef MEEPLE_SERVICE_CORE_STATUS_PROTO_H_
#define MEEPLE_SERVICE_CORE_STATUS_PROTO_H_

// An error of ours as clients read it: a google.rpc.Status, in a trailer or within an answer.
//
//   *result.mutable_error() = ToStatusProto(status);

#include <cstddef>

#include "absl/status/status.h"
#include "google/rpc/status.pb.h"

namespace meeple::service {

// The most bytes that message and details of one error have together. They travel as trailers, of
// which a client accepts 8 kB, and both grow by their encoding.
inline constexpr size_t kMaxErrorSize = 2'000;

// `status` with its payloads as details, ErrorInfo first. What exceeds kMaxErrorSize is left out,
// the ErrorInfo's reason never. An error without ErrorInfo was not meant for clients: it becomes
// INTERNAL without its message. REQUIRES: it is an error.
google::rpc::Status ToStatusProto(const absl::Status& status);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_STATUS_PROTO_H_

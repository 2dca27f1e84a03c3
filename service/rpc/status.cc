#include "service/rpc/status.h"

#include <string>

#include "absl/random/random.h"
#include "google/rpc/status.pb.h"
#include "service/core/status_proto.h"
#include "service/rpc/log.h"

namespace meeple::rpc {
namespace {

// When to try again a server that is going away.
absl::Duration RandomRetryDelay() {
  thread_local absl::InsecureBitGen generator;
  return absl::Milliseconds(absl::Uniform(absl::IntervalClosed, generator,
                                          absl::ToInt64Milliseconds(kLeastRetryDelay),
                                          absl::ToInt64Milliseconds(kMostRetryDelay)));
}

bool IsOfTheTransport(absl::StatusCode code) {
  return code == absl::StatusCode::kCancelled || code == absl::StatusCode::kDeadlineExceeded;
}

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status, v1::ErrorReason reason) {
  if (status.ok()) return grpc::Status::OK;
  // The details say what it is about; what has none was not meant for clients.
  if (reason == v1::ERROR_REASON_UNSPECIFIED) {
    if (IsOfTheTransport(status.code())) {
      return {static_cast<grpc::StatusCode>(status.code()), std::string(status.message())};
    }
    Log(Severity::kError, "internal error: " + status.ToString());
    return {grpc::StatusCode::INTERNAL, "internal error"};
  }
  const google::rpc::Status wire =
      service::ToStatusProto(reason == v1::ERROR_REASON_SERVER_DRAINING
                                 ? service::WithRetryDelay(status, RandomRetryDelay())
                                 : status);
  return {static_cast<grpc::StatusCode>(wire.code()), wire.message(), wire.SerializeAsString()};
}

}  // namespace meeple::rpc

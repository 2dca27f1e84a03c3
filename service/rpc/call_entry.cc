#include "service/rpc/call_entry.h"

#include <chrono>
#include <string_view>

namespace meeple::rpc {

absl::Status CheckStillWanted(const grpc::CallbackServerContext& context) {
  if (context.IsCancelled()) return absl::CancelledError("cancelled before work began");
  if (context.deadline() <= std::chrono::system_clock::now()) {
    return absl::DeadlineExceededError("the deadline passed before work began");
  }
  return absl::OkStatus();
}

absl::StatusOr<service::Caller> Authenticate(const service::GameHost& host,
                                             const grpc::CallbackServerContext& context) {
  const auto [first, end] = context.client_metadata().equal_range("authorization");
  if (first == end) return host.Authenticate({});
  if (first->second.empty() || std::next(first) != end) {
    return service::MakeError(v1::ERROR_REASON_CREDENTIAL_INVALID,
                              "send one credential: authorization: Bearer <token>");
  }
  return host.Authenticate(std::string_view(first->second.data(), first->second.size()));
}

}  // namespace meeple::rpc

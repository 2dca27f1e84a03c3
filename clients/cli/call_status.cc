#include "clients/cli/call_status.h"

#include "absl/strings/cord.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace meeple::cli {
namespace {

constexpr char kErrorInfoUrl[] = "type.googleapis.com/google.rpc.ErrorInfo";
constexpr char kRetryInfoUrl[] = "type.googleapis.com/google.rpc.RetryInfo";

template <class Detail>
std::optional<Detail> DetailOf(const absl::Status& status, const char* url) {
  const absl::optional<absl::Cord> payload = status.GetPayload(url);
  Detail detail;
  if (!payload.has_value() || !detail.ParseFromString(std::string(*payload))) return std::nullopt;
  return detail;
}

}  // namespace

absl::Status FromGrpc(const grpc::Status& status) {
  absl::Status result(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  google::rpc::Status rich;
  if (result.ok() || !rich.ParseFromString(status.error_details())) return result;
  for (const google::protobuf::Any& detail : rich.details()) {
    result.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return result;
}

std::string ReasonOf(const absl::Status& status) {
  const auto info = DetailOf<google::rpc::ErrorInfo>(status, kErrorInfoUrl);
  return info.has_value() ? info->reason() : "";
}

std::map<std::string, std::string> MetadataOf(const absl::Status& status) {
  const auto info = DetailOf<google::rpc::ErrorInfo>(status, kErrorInfoUrl);
  if (!info.has_value()) return {};
  return {info->metadata().begin(), info->metadata().end()};
}

std::optional<absl::Duration> RetryDelayOf(const absl::Status& status) {
  const auto info = DetailOf<google::rpc::RetryInfo>(status, kRetryInfoUrl);
  if (!info.has_value()) return std::nullopt;
  return absl::Seconds(info->retry_delay().seconds()) +
         absl::Nanoseconds(info->retry_delay().nanos());
}

bool IsWorthRetrying(const absl::Status& status) {
  return absl::IsUnavailable(status) || ReasonOf(status) == "OVERLOADED";
}

}  // namespace meeple::cli

#include "meeple/client/error.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace meeple::client {
namespace {

constexpr char kDomain[] = "meeple.v1";

template <class Detail>
std::optional<Detail> DetailOf(const absl::Status& status) {
  const absl::optional<absl::Cord> payload =
      status.GetPayload(absl::StrCat("type.googleapis.com/", Detail::descriptor()->full_name()));
  Detail detail;
  if (!payload.has_value() || !detail.ParseFromString(static_cast<std::string>(*payload)))
    return std::nullopt;
  return detail;
}

// The server's own word on a refusal, not that of something on the way.
google::rpc::ErrorInfo InfoOf(const absl::Status& status) {
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  return info.has_value() && info->domain() == kDomain ? *info : google::rpc::ErrorInfo();
}

v1::ErrorReason ReasonByName(const std::string& name) {
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  v1::ErrorReason_Parse(absl::StrCat("ERROR_REASON_", name), &reason);
  return reason;
}

std::vector<Error::FieldViolation> FieldsOf(const absl::Status& status) {
  std::vector<Error::FieldViolation> fields;
  const auto request = DetailOf<google::rpc::BadRequest>(status);
  if (!request.has_value()) return fields;
  for (const auto& violation : request->field_violations()) {
    fields.push_back({violation.field(), violation.description()});
  }
  return fields;
}

}  // namespace

std::string Error::ToString() const {
  return absl::StrCat(reason_name.empty() ? absl::StatusCodeToString(code) : reason_name, ": ",
                      message);
}

Error ErrorOf(const absl::Status& status) {
  return {.code = status.code(),
          .message = static_cast<std::string>(status.message()),
          .reason = ReasonOf(status),
          .reason_name = ReasonNameOf(status),
          .metadata = MetadataOf(status),
          .fields = FieldsOf(status),
          .retry_delay = RetryDelayOf(status)};
}

v1::ErrorReason ReasonOf(const absl::Status& status) { return ReasonByName(ReasonNameOf(status)); }

std::string ReasonNameOf(const absl::Status& status) { return InfoOf(status).reason(); }

std::map<std::string, std::string> MetadataOf(const absl::Status& status) {
  const google::rpc::ErrorInfo info = InfoOf(status);
  return {info.metadata().begin(), info.metadata().end()};
}

std::optional<absl::Duration> RetryDelayOf(const absl::Status& status) {
  const auto info = DetailOf<google::rpc::RetryInfo>(status);
  if (!info.has_value()) return std::nullopt;
  return absl::Seconds(info->retry_delay().seconds()) +
         absl::Nanoseconds(info->retry_delay().nanos());
}

bool IsTransient(const absl::Status& status) {
  if (status.ok()) return false;
  if (absl::IsUnavailable(status) || RetryDelayOf(status).has_value()) return true;
  const bool is_of_transport =
      absl::IsCancelled(status) || absl::IsInternal(status) || absl::IsUnknown(status);
  return is_of_transport && ReasonNameOf(status).empty();
}

bool IsResumable(const absl::Status& status) {
  return IsTransient(status) || ReasonOf(status) == v1::ERROR_REASON_WATCHER_LAGGING ||
         (absl::IsDeadlineExceeded(status) && ReasonNameOf(status).empty());
}

absl::Status FromGrpc(const grpc::Status& status) {
  absl::Status result(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  google::rpc::Status rich;
  if (result.ok() || !rich.ParseFromString(status.error_details())) return result;
  for (const google::protobuf::Any& detail : rich.details()) {
    result.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return result;
}

}  // namespace meeple::client

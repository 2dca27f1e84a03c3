#include "service/core/status_proto.h"

#include <map>
#include <string>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"
#include "google/rpc/error_details.pb.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

// absl enumerates payloads in no fixed order.
std::map<std::string, std::string> PayloadsOf(const absl::Status& status) {
  std::map<std::string, std::string> payloads;
  status.ForEachPayload([&payloads](absl::string_view url, const absl::Cord& payload) {
    payloads.emplace(std::string(url), std::string(payload));
  });
  return payloads;
}

void AddDetail(const std::string& url, std::string payload, google::rpc::Status& to) {
  google::protobuf::Any& detail = *to.add_details();
  detail.set_type_url(url);
  detail.set_value(std::move(payload));
}

size_t SizeOf(const google::rpc::Status& status) {
  return status.message().size() + status.ByteSizeLong();
}

void ClearMetadata(google::protobuf::Any& detail) {
  google::rpc::ErrorInfo info;
  info.ParseFromString(detail.value());
  info.clear_metadata();
  detail.set_value(info.SerializeAsString());
}

// Leaves out what matters least until the whole is small enough.
void Fit(google::rpc::Status& status) {
  while (SizeOf(status) > kMaxErrorSize && status.details_size() > 1) {
    status.mutable_details()->RemoveLast();
  }
  if (SizeOf(status) > kMaxErrorSize) {
    status.set_message(std::string(CutText(status.message(), kMaxErrorSize / 8)));
  }
  if (SizeOf(status) > kMaxErrorSize) ClearMetadata(*status.mutable_details(0));
}

}  // namespace

google::rpc::Status ToStatusProto(const absl::Status& status) {
  google::rpc::Status wire;
  std::map<std::string, std::string> payloads = PayloadsOf(status);
  const auto info = payloads.find(std::string(kErrorInfoUrl));
  if (info == payloads.end()) {
    wire.set_code(static_cast<int>(absl::StatusCode::kInternal));
    wire.set_message("internal error");
    return wire;
  }
  wire.set_code(static_cast<int>(status.code()));
  wire.set_message(std::string(status.message()));
  AddDetail(info->first, std::move(info->second), wire);
  payloads.erase(info);
  for (auto& [url, payload] : payloads) AddDetail(url, std::move(payload), wire);
  Fit(wire);
  return wire;
}

}  // namespace meeple::service

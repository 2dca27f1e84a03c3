#ifndef MEEPLE_SERVICE_CORE_TESTING_HAS_REASON_H_
#define MEEPLE_SERVICE_CORE_TESTING_HAS_REASON_H_

// Matches an error, of a Status or a StatusOr, by its reason.
//
//   EXPECT_THAT(state.Undo(0, now), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));

#include <gmock/gmock.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/rpc/error_details.pb.h"
#include "meeple/v1/error.pb.h"
#include "service/core/errors.h"

namespace meeple::service {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }

template <class Value>
const absl::Status& StatusOf(const absl::StatusOr<Value>& result) {
  return result.status();
}

// The detail of that type, such as google::rpc::ErrorInfo; empty where there is none.
template <class Detail>
Detail DetailOf(const absl::Status& status) {
  Detail detail;
  const auto payload =
      status.GetPayload("type.googleapis.com/" + Detail::descriptor()->full_name());
  if (payload.has_value()) detail.ParseFromString(std::string(*payload));
  return detail;
}

// One value of the metadata; empty where there is none.
inline std::string ValueOf(const google::rpc::ErrorInfo& info, const std::string& key) {
  const auto found = info.metadata().find(key);
  return found == info.metadata().end() ? "" : found->second;
}

inline std::string MetadataOf(const absl::Status& status, const std::string& key) {
  return ValueOf(DetailOf<google::rpc::ErrorInfo>(status), key);
}

MATCHER_P(HasReason, reason, std::string(negation ? "not " : "") + v1::ErrorReason_Name(reason)) {
  const absl::Status& status = StatusOf(arg);
  *result_listener << "which is " << status.ToString();
  return ReasonOf(status) == reason && status.code() == CodeOf(reason);
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_HAS_REASON_H_

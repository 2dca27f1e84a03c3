#include "tests/wire/answer.h"

#include "service/base/mutex.h"
#include "service/core/errors.h"
#include "service/core/testing/has_reason.h"
#include "service/rpc/testing/status_details.h"

namespace grpc {

void PrintTo(const Status& status, std::ostream* out) { *out << meeple::wire::Describe(status); }

}  // namespace grpc

namespace meeple::wire {
namespace {

constexpr size_t kMaxErrorSize = 2'000;

struct Seen {
  service::Mutex mutex;
  std::set<v1::ErrorReason> reasons ABSL_GUARDED_BY(mutex);
};

Seen& GlobalSeen() {
  static auto* seen = new Seen;
  return *seen;
}

}  // namespace

template <class Detail>
Detail DetailOf(const grpc::Status& status) {
  Detail found;
  const google::rpc::Status details = rpc::DetailsOf(status);
  for (const google::protobuf::Any& detail : details.details()) {
    if (detail.Is<Detail>()) detail.UnpackTo(&found);
  }
  return found;
}
template google::rpc::ErrorInfo DetailOf(const grpc::Status&);
template google::rpc::BadRequest DetailOf(const grpc::Status&);
template google::rpc::RetryInfo DetailOf(const grpc::Status&);

std::string MetadataOf(const grpc::Status& status, const std::string& key) {
  return service::ValueOf(DetailOf<google::rpc::ErrorInfo>(status), key);
}

v1::ErrorReason ReasonOf(const grpc::Status& status) {
  if (status.ok() || status.error_details().empty()) return v1::ERROR_REASON_UNSPECIFIED;
  EXPECT_LE(status.error_message().size() + status.error_details().size(), kMaxErrorSize);
  const google::rpc::Status details = rpc::DetailsOf(status);
  EXPECT_EQ(details.code(), static_cast<int>(status.error_code()));
  EXPECT_EQ(details.message(), status.error_message());
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  EXPECT_EQ(info.domain(), "meeple.v1");
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  EXPECT_TRUE(v1::ErrorReason_Parse("ERROR_REASON_" + info.reason(), &reason)) << info.reason();
  EXPECT_EQ(static_cast<int>(service::CodeOf(reason)), static_cast<int>(status.error_code()));
  service::MutexLock lock(GlobalSeen().mutex);
  GlobalSeen().reasons.insert(reason);
  return reason;
}

std::set<v1::ErrorReason> ReasonsSeen() {
  service::MutexLock lock(GlobalSeen().mutex);
  return GlobalSeen().reasons;
}

std::string Describe(const grpc::Status& status) {
  if (status.ok()) return "OK";
  return "code " + std::to_string(status.error_code()) + ", " +
         v1::ErrorReason_Name(ReasonOf(status)) + ": " + status.error_message();
}

}  // namespace meeple::wire

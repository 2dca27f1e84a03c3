#include "clients/cli/stream_follower.h"

#include <string>

namespace meeple::cli {

bool CanBeTakenUpAgain(const absl::Status& status) {
  const std::string reason = ReasonOf(status);
  if (!reason.empty()) return reason == "WATCHER_LAGGING" || IsWorthRetrying(status);
  // Without a reason it was the transport or something on the way, which reports a broken
  // connection by several codes.
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kAborted:
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kDataLoss:
      return true;
    default:
      return false;
  }
}

}  // namespace meeple::cli

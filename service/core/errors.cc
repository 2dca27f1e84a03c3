#include "service/core/errors.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/time_util.h"
#include "google/rpc/error_details.pb.h"

namespace meeple::service {
namespace {

constexpr size_t kMaxMessage = 512;
constexpr size_t kMaxMetadataValue = 128;
constexpr std::string_view kReasonPrefix = "ERROR_REASON_";

template <class Detail>
void AddDetail(absl::Status& status, const Detail& detail) {
  status.SetPayload(absl::StrCat("type.googleapis.com/", Detail::descriptor()->full_name()),
                    absl::Cord(detail.SerializeAsString()));
}

}  // namespace

absl::StatusCode CodeOf(v1::ErrorReason reason) {
  switch (reason) {
    case v1::ERROR_REASON_CREDENTIAL_REQUIRED:
    case v1::ERROR_REASON_CREDENTIAL_INVALID:
      return absl::StatusCode::kUnauthenticated;
    case v1::ERROR_REASON_WRONG_SEAT:
    case v1::ERROR_REASON_ROLE_REQUIRED:
      return absl::StatusCode::kPermissionDenied;
    case v1::ERROR_REASON_MALFORMED_REQUEST:
    case v1::ERROR_REASON_INVALID_FIELD:
    case v1::ERROR_REASON_INVALID_CONFIG:
    case v1::ERROR_REASON_OUTSIDE_BOARD:
      return absl::StatusCode::kInvalidArgument;
    case v1::ERROR_REASON_GAME_NOT_FOUND:
      return absl::StatusCode::kNotFound;
    case v1::ERROR_REASON_GAME_OVER:
    case v1::ERROR_REASON_NOT_YOUR_TURN:
    case v1::ERROR_REASON_CELL_TAKEN:
    case v1::ERROR_REASON_COLUMN_FULL:
    case v1::ERROR_REASON_ILLEGAL_MOVE:
    case v1::ERROR_REASON_UNDO_NOT_ALLOWED:
    case v1::ERROR_REASON_NOTHING_TO_UNDO:
    case v1::ERROR_REASON_NOTHING_TO_REDO:
    case v1::ERROR_REASON_REQUEST_ID_REUSED:
    case v1::ERROR_REASON_NOT_STARTED:
    case v1::ERROR_REASON_SEAT_TAKEN:
    case v1::ERROR_REASON_CONTROLLER_UNCHANGED:
    case v1::ERROR_REASON_BOT_PLAYS:
    case v1::ERROR_REASON_GAME_FULL:
    case v1::ERROR_REASON_FORK_NOT_ALLOWED:
    case v1::ERROR_REASON_GAME_IN_USE:
    case v1::ERROR_REASON_BACKUP_NOT_POSSIBLE:
    case v1::ERROR_REASON_OFFER_NOT_OPEN:
    case v1::ERROR_REASON_OWN_OFFER:
    case v1::ERROR_REASON_OFFER_NOT_ALLOWED:
      return absl::StatusCode::kFailedPrecondition;
    case v1::ERROR_REASON_BACKUP_EXISTS:
      return absl::StatusCode::kAlreadyExists;
    case v1::ERROR_REASON_STALE_SEQUENCE:
      return absl::StatusCode::kAborted;
    case v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE:
      return absl::StatusCode::kOutOfRange;
    case v1::ERROR_REASON_OVERLOADED:
    case v1::ERROR_REASON_LIMIT_REACHED:
    case v1::ERROR_REASON_WATCHER_LAGGING:
      return absl::StatusCode::kResourceExhausted;
    case v1::ERROR_REASON_SERVER_DRAINING:
    case v1::ERROR_REASON_JOURNAL_UNAVAILABLE:
    case v1::ERROR_REASON_BACKUP_FAILED:
      return absl::StatusCode::kUnavailable;
    case v1::ERROR_REASON_JOURNAL_CORRUPT:
      return absl::StatusCode::kDataLoss;
    default:
      return absl::StatusCode::kInternal;
  }
}

std::string ReasonName(v1::ErrorReason reason) {
  return v1::ErrorReason_Name(reason).substr(kReasonPrefix.size());
}

std::string_view CutText(std::string_view text, size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

absl::Status MakeError(v1::ErrorReason reason, std::string_view message, ErrorMetadata metadata) {
  const std::string_view text = CutText(message, kMaxMessage);
  absl::Status status(CodeOf(reason), absl::string_view(text.data(), text.size()));
  google::rpc::ErrorInfo info;
  info.set_reason(ReasonName(reason));
  info.set_domain(std::string(kErrorDomain));
  for (const auto& [key, value] : metadata) {
    (*info.mutable_metadata())[std::string(key)] = std::string(CutText(value, kMaxMetadataValue));
  }
  AddDetail(status, info);
  return status;
}

absl::Status InvalidField(std::string_view field, std::string_view description) {
  absl::Status status =
      MakeError(v1::ERROR_REASON_INVALID_FIELD,
                std::string(field) + ": " + std::string(description), {{"field", field}});
  google::rpc::BadRequest bad_request;
  auto* violation = bad_request.add_field_violations();
  violation->set_field(std::string(CutText(field, kMaxMetadataValue)));
  violation->set_description(std::string(CutText(description, kMaxMetadataValue)));
  AddDetail(status, bad_request);
  return status;
}

absl::Status WithRetryDelay(absl::Status status, absl::Duration delay) {
  google::rpc::RetryInfo retry;
  *retry.mutable_retry_delay() =
      google::protobuf::util::TimeUtil::MillisecondsToDuration(absl::ToInt64Milliseconds(delay));
  AddDetail(status, retry);
  return status;
}

absl::Status FromRefusal(const engine::Refusal& refusal, ErrorMetadata metadata) {
  switch (refusal.reason) {
    case engine::RefusalReason::kNotStarted:
      return MakeError(v1::ERROR_REASON_NOT_STARTED, refusal.message, metadata);
    case engine::RefusalReason::kGameOver:
      return MakeError(v1::ERROR_REASON_GAME_OVER, refusal.message, metadata);
    case engine::RefusalReason::kNotYourTurn:
      return MakeError(v1::ERROR_REASON_NOT_YOUR_TURN, refusal.message, metadata);
    case engine::RefusalReason::kWrongForm:
      return InvalidField("move", refusal.message);
    case engine::RefusalReason::kOutsideBoard:
      return MakeError(v1::ERROR_REASON_OUTSIDE_BOARD, refusal.message, metadata);
    case engine::RefusalReason::kCellTaken:
      return MakeError(v1::ERROR_REASON_CELL_TAKEN, refusal.message, metadata);
    case engine::RefusalReason::kColumnFull:
      return MakeError(v1::ERROR_REASON_COLUMN_FULL, refusal.message, metadata);
    case engine::RefusalReason::kIllegalMove:
      return MakeError(v1::ERROR_REASON_ILLEGAL_MOVE, refusal.message, {{"rule", refusal.rule}});
    case engine::RefusalReason::kNothingToUndo:
      return MakeError(v1::ERROR_REASON_NOTHING_TO_UNDO, refusal.message, metadata);
    case engine::RefusalReason::kNothingToRedo:
      return MakeError(v1::ERROR_REASON_NOTHING_TO_REDO, refusal.message, metadata);
  }
  return absl::InternalError(refusal.message);
}

absl::Status GameNotFound(const std::string& game_id) {
  return MakeError(v1::ERROR_REASON_GAME_NOT_FOUND, absl::StrCat("no game '", game_id, "'"));
}

absl::Status RequestIdReused() {
  return MakeError(v1::ERROR_REASON_REQUEST_ID_REUSED,
                   "this request id was used for another call: use a new one");
}

v1::ErrorReason ReasonOf(const absl::Status& status) {
  const auto payload =
      status.GetPayload(absl::string_view(kErrorInfoUrl.data(), kErrorInfoUrl.size()));
  google::rpc::ErrorInfo info;
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  if (payload.has_value() && info.ParseFromString(std::string(*payload))) {
    v1::ErrorReason_Parse(std::string(kReasonPrefix) + info.reason(), &reason);
  }
  return reason;
}

}  // namespace meeple::service

#include "service/core/errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "service/core/testing/has_reason.h"

namespace meeple::service {
namespace {

using google::rpc::BadRequest;
using google::rpc::ErrorInfo;
using google::rpc::RetryInfo;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

struct CodeRow {
  v1::ErrorReason reason;
  absl::StatusCode code;
};

const CodeRow kCodes[] = {
    {v1::ERROR_REASON_CREDENTIAL_REQUIRED, absl::StatusCode::kUnauthenticated},
    {v1::ERROR_REASON_CREDENTIAL_INVALID, absl::StatusCode::kUnauthenticated},
    {v1::ERROR_REASON_WRONG_SEAT, absl::StatusCode::kPermissionDenied},
    {v1::ERROR_REASON_ROLE_REQUIRED, absl::StatusCode::kPermissionDenied},
    {v1::ERROR_REASON_MALFORMED_REQUEST, absl::StatusCode::kInvalidArgument},
    {v1::ERROR_REASON_INVALID_FIELD, absl::StatusCode::kInvalidArgument},
    {v1::ERROR_REASON_INVALID_CONFIG, absl::StatusCode::kInvalidArgument},
    {v1::ERROR_REASON_OUTSIDE_BOARD, absl::StatusCode::kInvalidArgument},
    {v1::ERROR_REASON_GAME_NOT_FOUND, absl::StatusCode::kNotFound},
    {v1::ERROR_REASON_GAME_OVER, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_NOT_YOUR_TURN, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_CELL_TAKEN, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_COLUMN_FULL, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_ILLEGAL_MOVE, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_UNDO_NOT_ALLOWED, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_NOTHING_TO_UNDO, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_NOTHING_TO_REDO, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_REQUEST_ID_REUSED, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_STALE_SEQUENCE, absl::StatusCode::kAborted},
    {v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE, absl::StatusCode::kOutOfRange},
    {v1::ERROR_REASON_OVERLOADED, absl::StatusCode::kResourceExhausted},
    {v1::ERROR_REASON_LIMIT_REACHED, absl::StatusCode::kResourceExhausted},
    {v1::ERROR_REASON_WATCHER_LAGGING, absl::StatusCode::kResourceExhausted},
    {v1::ERROR_REASON_SERVER_DRAINING, absl::StatusCode::kUnavailable},
    {v1::ERROR_REASON_JOURNAL_UNAVAILABLE, absl::StatusCode::kUnavailable},
    {v1::ERROR_REASON_JOURNAL_CORRUPT, absl::StatusCode::kDataLoss},
    {v1::ERROR_REASON_NOT_STARTED, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_SEAT_TAKEN, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_GAME_FULL, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_FORK_NOT_ALLOWED, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_GAME_IN_USE, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_BACKUP_NOT_POSSIBLE, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_BACKUP_EXISTS, absl::StatusCode::kAlreadyExists},
    {v1::ERROR_REASON_BACKUP_FAILED, absl::StatusCode::kUnavailable},
    {v1::ERROR_REASON_OFFER_NOT_OPEN, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_OWN_OFFER, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_OFFER_NOT_ALLOWED, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_CONTROLLER_UNCHANGED, absl::StatusCode::kFailedPrecondition},
    {v1::ERROR_REASON_BOT_PLAYS, absl::StatusCode::kFailedPrecondition},
};

TEST(ErrorsTest, EveryReasonHasItsCode) {
  for (const CodeRow& row : kCodes) {
    EXPECT_EQ(CodeOf(row.reason), row.code) << v1::ErrorReason_Name(row.reason);
  }
}

// A reason that is added to the contract without a code would be answered as INTERNAL.
TEST(ErrorsTest, NoReasonIsForgotten) {
  const auto* reasons = v1::ErrorReason_descriptor();
  EXPECT_EQ(static_cast<size_t>(reasons->value_count()), 1 + std::size(kCodes));
  for (int i = 0; i < reasons->value_count(); ++i) {
    const auto reason = static_cast<v1::ErrorReason>(reasons->value(i)->number());
    if (reason == v1::ERROR_REASON_UNSPECIFIED) continue;
    EXPECT_NE(CodeOf(reason), absl::StatusCode::kInternal) << reasons->value(i)->name();
    EXPECT_EQ("ERROR_REASON_" + ReasonName(reason), reasons->value(i)->name());
    EXPECT_THAT(MakeError(reason, "why"), HasReason(reason));
  }
}

TEST(ErrorsTest, ErrorCarriesItsInfo) {
  const absl::Status status =
      MakeError(v1::ERROR_REASON_LIMIT_REACHED, "too many", {{"limit", "games"}, {"value", "7"}});
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(), "too many");
  const auto info = DetailOf<ErrorInfo>(status);
  EXPECT_EQ(info.reason(), "LIMIT_REACHED");
  EXPECT_EQ(info.domain(), "meeple.v1");
  EXPECT_THAT(info.metadata(), UnorderedElementsAre(Pair("limit", "games"), Pair("value", "7")));
}

struct CutRow {
  std::string text;
  size_t kept;
};

std::string Repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(ErrorsTest, LongMessageIsCutOnABorderOfACodePoint) {
  const std::string emoji = "\xF0\x9F\x8E\xB2";
  for (const auto& [text, kept] : std::vector<CutRow>{
           {std::string(512, 'a'), 512},
           {std::string(513, 'a'), 512},
           {std::string(510, 'a') + "\xC3\xA9", 512},
           {std::string(511, 'a') + "\xC3\xA9", 511},
           {Repeat(emoji, 128), 512},
           {"a" + Repeat(emoji, 128), 509},
           {"aaa" + Repeat(emoji, 128), 511},
           {std::string(600, '\x80'), 0},  // no text at all
       }) {
    const absl::Status status = MakeError(v1::ERROR_REASON_GAME_OVER, text);
    EXPECT_EQ(status.message().size(), kept);
    EXPECT_EQ(status.message(), text.substr(0, kept));
  }
}

TEST(ErrorsTest, LongMetadataIsCut) {
  for (const auto& [text, kept] : std::vector<CutRow>{
           {std::string(128, 'a'), 128},
           {std::string(129, 'a'), 128},
           {std::string(127, 'a') + "\xC3\xA9", 127},
       }) {
    const absl::Status status = MakeError(v1::ERROR_REASON_GAME_OVER, "over", {{"key", text}});
    EXPECT_EQ(MetadataOf(status, "key"), text.substr(0, kept));
  }
}

TEST(ErrorsTest, InvalidFieldNamesTheField) {
  const absl::Status status = InvalidField("move.cell.row", "must be small");
  EXPECT_THAT(status, HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_EQ(status.message(), "move.cell.row: must be small");
  EXPECT_EQ(MetadataOf(status, "field"), "move.cell.row");
  const auto bad_request = DetailOf<BadRequest>(status);
  ASSERT_EQ(bad_request.field_violations_size(), 1);
  EXPECT_EQ(bad_request.field_violations(0).field(), "move.cell.row");
  EXPECT_EQ(bad_request.field_violations(0).description(), "must be small");
}

TEST(ErrorsTest, RetryDelayIsAddedToWhatIsThere) {
  const absl::Status status =
      WithRetryDelay(MakeError(v1::ERROR_REASON_OVERLOADED, "later"), absl::Milliseconds(1'250));
  EXPECT_THAT(status, HasReason(v1::ERROR_REASON_OVERLOADED));
  const auto retry = DetailOf<RetryInfo>(status);
  EXPECT_EQ(retry.retry_delay().seconds(), 1);
  EXPECT_EQ(retry.retry_delay().nanos(), 250'000'000);
}

// What travels in a trailer must stay small, whatever a client sent.
TEST(ErrorsTest, MessageAndDetailsStaySmall) {
  const std::string long_text(60'000, 'x');
  const absl::Status status = WithRetryDelay(InvalidField(long_text, long_text), absl::Hours(1));
  size_t size = status.message().size();
  status.ForEachPayload([&](absl::string_view url, const absl::Cord& payload) {
    size += url.size() + payload.size();
  });
  EXPECT_LT(size, 2'000u);
}

struct RefusalRow {
  engine::RefusalReason refused;
  v1::ErrorReason reason;
};

TEST(ErrorsTest, RefusalsBecomeErrors) {
  for (const auto& [refused, reason] : std::vector<RefusalRow>{
           {engine::RefusalReason::kNotStarted, v1::ERROR_REASON_NOT_STARTED},
           {engine::RefusalReason::kGameOver, v1::ERROR_REASON_GAME_OVER},
           {engine::RefusalReason::kNotYourTurn, v1::ERROR_REASON_NOT_YOUR_TURN},
           {engine::RefusalReason::kOutsideBoard, v1::ERROR_REASON_OUTSIDE_BOARD},
           {engine::RefusalReason::kCellTaken, v1::ERROR_REASON_CELL_TAKEN},
           {engine::RefusalReason::kColumnFull, v1::ERROR_REASON_COLUMN_FULL},
           {engine::RefusalReason::kNothingToUndo, v1::ERROR_REASON_NOTHING_TO_UNDO},
           {engine::RefusalReason::kNothingToRedo, v1::ERROR_REASON_NOTHING_TO_REDO},
       }) {
    const absl::Status status = FromRefusal({.reason = refused, .message = "no"}, {{"a", "b"}});
    EXPECT_THAT(status, HasReason(reason));
    EXPECT_EQ(status.message(), "no");
    EXPECT_EQ(MetadataOf(status, "a"), "b");
  }
}

TEST(ErrorsTest, IllegalMoveNamesItsRule) {
  const absl::Status status =
      FromRefusal({engine::RefusalReason::kIllegalMove, "no", "already_resigned"});
  EXPECT_THAT(status, HasReason(v1::ERROR_REASON_ILLEGAL_MOVE));
  EXPECT_EQ(MetadataOf(status, "rule"), "already_resigned");
}

TEST(ErrorsTest, WrongFormIsAnInvalidField) {
  const absl::Status status = FromRefusal({engine::RefusalReason::kWrongForm, "a cell"});
  EXPECT_THAT(status, HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_EQ(MetadataOf(status, "field"), "move");
}

TEST(ErrorsTest, OtherStatusesHaveNoReason) {
  EXPECT_EQ(ReasonOf(absl::OkStatus()), v1::ERROR_REASON_UNSPECIFIED);
  EXPECT_EQ(ReasonOf(absl::NotFoundError("x")), v1::ERROR_REASON_UNSPECIFIED);
  absl::Status status = absl::NotFoundError("x");
  constexpr char kUrl[] = "type.googleapis.com/google.rpc.ErrorInfo";
  status.SetPayload(kUrl, absl::Cord("\xFF not a message"));
  EXPECT_EQ(ReasonOf(status), v1::ERROR_REASON_UNSPECIFIED);
  ErrorInfo info;
  info.set_reason("OF_ANOTHER_SERVER");
  status.SetPayload(kUrl, absl::Cord(info.SerializeAsString()));
  EXPECT_EQ(ReasonOf(status), v1::ERROR_REASON_UNSPECIFIED);
  EXPECT_THAT(DetailOf<ErrorInfo>(status).metadata(), IsEmpty());
}

}  // namespace
}  // namespace meeple::service

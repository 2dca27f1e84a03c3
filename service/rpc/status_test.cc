#include "service/rpc/status.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "google/rpc/error_details.pb.h"
#include "service/core/errors.h"
#include "service/core/status_proto.h"
#include "service/rpc/testing/status_details.h"

namespace meeple::rpc {
namespace {

using service::InvalidField;
using service::kMaxErrorSize;
using service::MakeError;
using service::WithRetryDelay;

google::rpc::ErrorInfo InfoOf(const grpc::Status& status) {
  google::rpc::ErrorInfo info;
  const google::rpc::Status details = DetailsOf(status);
  EXPECT_TRUE(details.details_size() > 0 && details.details(0).UnpackTo(&info));
  return info;
}

size_t SizeOf(const grpc::Status& status) {
  return status.error_message().size() + status.error_details().size();
}

TEST(StatusTest, Ok) { EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok()); }

TEST(StatusTest, CarriesCodeMessageAndErrorInfo) {
  const grpc::Status status =
      ToGrpcStatus(MakeError(v1::ERROR_REASON_NOT_YOUR_TURN, "O is to move", {{"to_move", "O"}}));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(status.error_message(), "O is to move");
  EXPECT_EQ(DetailsOf(status).code(), 9);
  EXPECT_EQ(DetailsOf(status).message(), "O is to move");
  EXPECT_EQ(InfoOf(status).reason(), "NOT_YOUR_TURN");
  EXPECT_EQ(InfoOf(status).domain(), "meeple.v1");
  EXPECT_EQ(InfoOf(status).metadata().at("to_move"), "O");
}

TEST(StatusTest, EveryReasonHasItsCode) {
  for (int i = 1; i < v1::ErrorReason_ARRAYSIZE; ++i) {
    if (!v1::ErrorReason_IsValid(i)) continue;
    const auto reason = static_cast<v1::ErrorReason>(i);
    const grpc::Status status = ToGrpcStatus(MakeError(reason, "refused"));
    EXPECT_EQ(static_cast<int>(status.error_code()), static_cast<int>(service::CodeOf(reason)));
    EXPECT_NE(status.error_code(), grpc::StatusCode::INTERNAL) << InfoOf(status).reason();
  }
}

TEST(StatusTest, ErrorInfoComesFirst) {
  const grpc::Status status =
      ToGrpcStatus(WithRetryDelay(InvalidField("page_size", "too large"), absl::Seconds(1)));
  ASSERT_EQ(DetailsOf(status).details_size(), 3);
  EXPECT_EQ(InfoOf(status).reason(), "INVALID_FIELD");
  EXPECT_TRUE(DetailsOf(status).details(1).Is<google::rpc::BadRequest>());
  EXPECT_TRUE(DetailsOf(status).details(2).Is<google::rpc::RetryInfo>());
}

TEST(StatusTest, AServerThatGoesAwayAsksForARetryAtARandomTime) {
  std::set<int64_t> delays;
  for (int i = 0; i < 100; ++i) {
    const grpc::Status status =
        ToGrpcStatus(MakeError(v1::ERROR_REASON_SERVER_DRAINING, "shutting down"));
    google::rpc::RetryInfo retry;
    ASSERT_EQ(DetailsOf(status).details_size(), 2);
    ASSERT_TRUE(DetailsOf(status).details(1).UnpackTo(&retry));
    const absl::Duration delay = absl::Seconds(retry.retry_delay().seconds()) +
                                 absl::Nanoseconds(retry.retry_delay().nanos());
    EXPECT_GE(delay, kLeastRetryDelay);
    EXPECT_LE(delay, kMostRetryDelay);
    delays.insert(absl::ToInt64Milliseconds(delay));
  }
  EXPECT_GT(delays.size(), 50u);
}

TEST(StatusTest, WhatWasNotMeantForClientsStaysInside) {
  for (const absl::Status& status : {absl::InternalError("secret"), absl::NotFoundError("secret"),
                                     absl::DataLossError("secret")}) {
    const grpc::Status outside = ToGrpcStatus(status);
    EXPECT_EQ(outside.error_code(), grpc::StatusCode::INTERNAL);
    EXPECT_EQ(outside.error_message(), "internal error");
    EXPECT_TRUE(outside.error_details().empty());
  }
}

TEST(StatusTest, WhatTheTransportSaysTooPasses) {
  EXPECT_EQ(ToGrpcStatus(absl::CancelledError("")).error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(ToGrpcStatus(absl::DeadlineExceededError("")).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST(StatusTest, LeavesOutDetailsThatDoNotFit) {
  absl::Status status = InvalidField("field", "description");
  status.SetPayload("type.googleapis.com/google.rpc.Help", absl::Cord(std::string(1'900, 'h')));
  const grpc::Status outside = ToGrpcStatus(status);
  EXPECT_LE(SizeOf(outside), kMaxErrorSize);
  EXPECT_EQ(InfoOf(outside).reason(), "INVALID_FIELD");
  EXPECT_TRUE(DetailsOf(outside).details(1).Is<google::rpc::BadRequest>());
}

TEST(StatusTest, CutsAMessageThatDoesNotFitBetweenCodePoints) {
  std::string long_message;
  for (int i = 0; i < 1'000; ++i) long_message += "é";
  absl::Status status(absl::StatusCode::kNotFound, " " + long_message);
  const absl::Status model = MakeError(v1::ERROR_REASON_GAME_NOT_FOUND, "");
  const char* const url = "type.googleapis.com/google.rpc.ErrorInfo";
  status.SetPayload(url, *model.GetPayload(url));
  const grpc::Status outside = ToGrpcStatus(status);
  EXPECT_LE(SizeOf(outside), kMaxErrorSize);
  EXPECT_EQ(outside.error_message().size() % 2, 1u);
  EXPECT_EQ(InfoOf(outside).reason(), "GAME_NOT_FOUND");
}

TEST(StatusTest, MetadataThatDoesNotFitGoesTheReasonStays) {
  google::rpc::ErrorInfo info;
  info.set_reason("GAME_OVER");
  info.set_domain("meeple.v1");
  (*info.mutable_metadata())["long"] = std::string(5'000, 'l');
  absl::Status status(absl::StatusCode::kFailedPrecondition, "the game is over");
  status.SetPayload("type.googleapis.com/google.rpc.ErrorInfo",
                    absl::Cord(info.SerializeAsString()));
  const grpc::Status outside = ToGrpcStatus(status);
  EXPECT_LE(SizeOf(outside), kMaxErrorSize);
  EXPECT_EQ(InfoOf(outside).reason(), "GAME_OVER");
}

}  // namespace
}  // namespace meeple::rpc

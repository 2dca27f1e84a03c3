#include "service/core/status_proto.h"

#include <gtest/gtest.h>

#include "google/rpc/error_details.pb.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

TEST(StatusProtoTest, CarriesCodeMessageAndDetails) {
  const google::rpc::Status wire =
      ToStatusProto(MakeError(v1::ERROR_REASON_LIMIT_REACHED, "full", {{"limit", "games"}}));
  EXPECT_EQ(wire.code(), static_cast<int>(absl::StatusCode::kResourceExhausted));
  EXPECT_EQ(wire.message(), "full");
  google::rpc::ErrorInfo info;
  ASSERT_EQ(wire.details_size(), 1);
  ASSERT_TRUE(wire.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "LIMIT_REACHED");
  EXPECT_EQ(info.metadata().at("limit"), "games");
}

TEST(StatusProtoTest, WhatWasNotMeantForClientsStaysInside) {
  const google::rpc::Status wire = ToStatusProto(absl::NotFoundError("/secret/path"));
  EXPECT_EQ(wire.code(), static_cast<int>(absl::StatusCode::kInternal));
  EXPECT_EQ(wire.message(), "internal error");
  EXPECT_EQ(wire.details_size(), 0);
}

}  // namespace
}  // namespace meeple::service

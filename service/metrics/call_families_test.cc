#include "service/metrics/call_families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "meeple/v1/game_service.pb.h"

namespace meeple::metrics {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CallFamiliesTest, TellsCallsByRpcCodeAndReason) {
  rpc::CallMetrics calls;
  rpc::RpcMetrics& move = calls.Of<v1::SubmitMoveRequest>();
  move.Count({});
  move.Count({});
  move.Count(rpc::OutcomeOf(absl::StatusCode::kFailedPrecondition, v1::ERROR_REASON_NOT_YOUR_TURN));
  move.Count(rpc::OutcomeOf(absl::StatusCode::kCancelled, v1::ERROR_REASON_UNSPECIFIED));
  move.Time(30'000);
  calls.Of<v1::WatchGameRequest>().CountMessage();
  const std::string text = TextOf(RpcFamilies(calls));
  const std::string start = "\nmeeple_calls_total{rpc=";
  EXPECT_THAT(text, HasSubstr(start + R"("SubmitMove",code="OK",reason=""} 2)"));
  EXPECT_THAT(text, HasSubstr(start + R"("SubmitMove",code="CANCELLED",reason=""} 1)"));
  EXPECT_THAT(text, HasSubstr(start + R"("SubmitMove",code="FAILED_PRECONDITION",)" +
                              R"(reason="NOT_YOUR_TURN"} 1)"));
  EXPECT_THAT(text, HasSubstr(start + R"("WatchGame",code="OK",reason=""} 0)"));
  EXPECT_THAT(text,
              HasSubstr(R"(meeple_call_duration_seconds_bucket{rpc="SubmitMove",le="2.5e-05"} 0)"));
  EXPECT_THAT(text,
              HasSubstr(R"(meeple_call_duration_seconds_bucket{rpc="SubmitMove",le="5e-05"} 1)"));
  EXPECT_THAT(text, HasSubstr("\nmeeple_stream_messages_total{rpc=\"WatchGame\"} 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("UNSPECIFIED")));
}

}  // namespace
}  // namespace meeple::metrics

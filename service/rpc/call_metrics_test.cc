#include "service/rpc/call_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "meeple/v1/game_service.pb.h"
#include "service/core/errors.h"

namespace meeple::rpc {
namespace {

using testing::ElementsAre;

std::map<std::pair<absl::StatusCode, v1::ErrorReason>, uint64_t> CountsOf(const RpcMetrics& rpc) {
  std::map<std::pair<absl::StatusCode, v1::ErrorReason>, uint64_t> counts;
  for (const auto& [outcome, calls] : rpc.outcomes()) {
    counts[{outcome.code, outcome.reason}] = calls;
  }
  return counts;
}

TEST(CallMetricsTest, AnRpcIsNamedByItsRequest) {
  CallMetrics metrics;
  RpcMetrics& undo = metrics.Of<v1::UndoRequest>();
  RpcMetrics& move = metrics.Of<v1::SubmitMoveRequest>();
  EXPECT_EQ(undo.name(), "Undo");
  EXPECT_EQ(&metrics.Of<v1::UndoRequest>(), &undo);
  EXPECT_THAT(metrics.all(), ElementsAre(&move, &undo));
}

TEST(CallMetricsTest, ServersCountForThemselves) {
  CallMetrics one;
  CallMetrics other;
  one.Of<v1::UndoRequest>().Count({});
  EXPECT_THAT(
      CountsOf(other.Of<v1::UndoRequest>()),
      ElementsAre(std::pair(std::pair(absl::StatusCode::kOk, v1::ERROR_REASON_UNSPECIFIED), 0u)));
}

TEST(CallMetricsTest, ThreadsThatCallFirstAgree) {
  CallMetrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&metrics] { metrics.Of<v1::RedoRequest>().Count({}); });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(metrics.all().size(), 1);
  EXPECT_EQ(metrics.all().front()->outcomes().front().calls, 8);
}

TEST(CallMetricsTest, EveryReasonHasACountOfItsOwn) {
  RpcMetrics rpc("Undo");
  for (int number = v1::ErrorReason_MIN + 1; number <= v1::ErrorReason_MAX; ++number) {
    const auto reason = static_cast<v1::ErrorReason>(number);
    for (int i = 0; i < number; ++i) rpc.Count(OutcomeOf(service::CodeOf(reason), reason));
  }
  const auto counts = CountsOf(rpc);
  EXPECT_EQ(counts.size(), static_cast<size_t>(v1::ErrorReason_MAX) + 1);
  for (int number = v1::ErrorReason_MIN + 1; number <= v1::ErrorReason_MAX; ++number) {
    const auto reason = static_cast<v1::ErrorReason>(number);
    EXPECT_EQ(counts.at({service::CodeOf(reason), reason}), number);
  }
}

TEST(CallMetricsTest, WithoutAReasonTheCodeIsWhatTheClientIsTold) {
  const auto told = [](absl::StatusCode code) {
    return OutcomeOf(code, v1::ERROR_REASON_UNSPECIFIED).code;
  };
  EXPECT_EQ(told(absl::StatusCode::kOk), absl::StatusCode::kOk);
  EXPECT_EQ(told(absl::StatusCode::kCancelled), absl::StatusCode::kCancelled);
  EXPECT_EQ(told(absl::StatusCode::kDeadlineExceeded), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(told(absl::StatusCode::kNotFound), absl::StatusCode::kInternal);
  EXPECT_EQ(told(absl::StatusCode::kInternal), absl::StatusCode::kInternal);
}

TEST(CallMetricsTest, TimesAndMessagesAreCounted) {
  RpcMetrics rpc("WatchGame");
  rpc.Time(20'000);
  rpc.CountMessage();
  rpc.CountMessage();
  EXPECT_EQ(rpc.latency().Read().count, 1);
  EXPECT_EQ(rpc.latency().Read().sum, 20'000);
  EXPECT_EQ(rpc.messages(), 2);
}

}  // namespace
}  // namespace meeple::rpc

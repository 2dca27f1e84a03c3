#include "service/rpc/live_calls.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <thread>

namespace meeple::rpc {
namespace {

TEST(LiveCallsTest, CountsTokens) {
  LiveCalls calls;
  EXPECT_EQ(calls.count(), 0);
  {
    const LiveCalls::Token first = calls.Enter();
    const LiveCalls::Token second = calls.Enter();
    EXPECT_EQ(calls.count(), 2);
  }
  EXPECT_EQ(calls.count(), 0);
}

TEST(LiveCallsTest, NothingToWaitForIsNone) {
  EXPECT_TRUE(LiveCalls().WaitForNone(-absl::InfiniteDuration()));
}

TEST(LiveCallsTest, ADeadlineEndsTheWait) {
  LiveCalls calls;
  const LiveCalls::Token token = calls.Enter();
  EXPECT_FALSE(calls.WaitForNone(service::SteadyTime()));
}

TEST(LiveCallsTest, WaitsForTheLastOne) {
  LiveCalls calls;
  std::optional<std::thread> thread;
  {
    auto token =
        std::make_shared<std::unique_ptr<LiveCalls::Token>>(new LiveCalls::Token(calls.Enter()));
    thread.emplace([token] { token->reset(); });
  }
  EXPECT_TRUE(calls.WaitForNone(absl::InfiniteDuration()));
  thread->join();
}

TEST(LiveCallsTest, ATokenMayOutliveTheCounter) {
  auto calls = std::make_unique<LiveCalls>();
  const LiveCalls::Token token = calls->Enter();
  calls.reset();
}

}  // namespace
}  // namespace meeple::rpc

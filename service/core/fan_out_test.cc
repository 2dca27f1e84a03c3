#include "service/core/fan_out.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "service/base/worker_pool.h"

namespace meeple::service {
namespace {

// Runs what it was given when it is told to.
class ManualExecutor final : public Executor {
 public:
  void Post(std::function<void()> task) override { tasks_.push_back(std::move(task)); }
  // Runs the oldest task; false if there is none.
  bool RunOne() {
    if (tasks_.empty()) return false;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    task();
    return true;
  }

 private:
  std::deque<std::function<void()>> tasks_;
};

struct CountingStream final : WatchStream {
  void Wake() override { ++woken; }
  std::atomic<int> woken = 0;
};

std::vector<std::shared_ptr<CountingStream>> MakeCrowd(size_t size) {
  std::vector<std::shared_ptr<CountingStream>> crowd;
  for (size_t i = 0; i < size; ++i) crowd.push_back(std::make_shared<CountingStream>());
  return crowd;
}

GameAudience::Streams StreamsOf(const std::vector<std::shared_ptr<CountingStream>>& crowd) {
  return {crowd.begin(), crowd.end()};
}

size_t Woken(const std::vector<std::shared_ptr<CountingStream>>& crowd) {
  size_t woken = 0;
  for (const auto& stream : crowd) woken += static_cast<size_t>(stream->woken.load());
  return woken;
}

TEST(FanOutTest, WakesEveryoneOnceButNotWithinTheCall) {
  ManualExecutor executor;
  FanOut fan_out(executor);
  const auto crowd = MakeCrowd(3 * FanOut::kPart + 1);
  fan_out.Wake(StreamsOf(crowd));
  EXPECT_EQ(Woken(crowd), 0u);
  while (executor.RunOne()) {
  }
  for (const auto& stream : crowd) EXPECT_EQ(stream->woken.load(), 1);
}

TEST(FanOutTest, CrowdsTakeTurns) {
  ManualExecutor executor;
  FanOut fan_out(executor);
  const auto large = MakeCrowd(10 * FanOut::kPart);
  const auto small = MakeCrowd(1);
  fan_out.Wake(StreamsOf(large));
  fan_out.Wake(StreamsOf(small));
  executor.RunOne();
  executor.RunOne();
  EXPECT_EQ(Woken(large), FanOut::kPart);
  EXPECT_EQ(Woken(small), 1u);
  EXPECT_EQ(fan_out.under_way(), 1u);
  while (executor.RunOne()) {
  }
  EXPECT_EQ(fan_out.under_way(), 0u);
  EXPECT_EQ(fan_out.time().Read().count, 2u);
}

TEST(FanOutTest, NobodyIsNoWork) {
  ManualExecutor executor;
  FanOut fan_out(executor);
  fan_out.Wake({});
  EXPECT_FALSE(executor.RunOne());
  EXPECT_EQ(fan_out.under_way(), 0u);
}

TEST(FanOutTest, StreamThatIsGoneIsPassedOver) {
  ManualExecutor executor;
  FanOut fan_out(executor);
  auto crowd = MakeCrowd(2);
  fan_out.Wake(StreamsOf(crowd));
  crowd.erase(crowd.begin());
  executor.RunOne();
  EXPECT_EQ(crowd.front()->woken.load(), 1);
}

TEST(FanOutTest, StopWaitsForThePartUnderWayAndLeavesTheRest) {
  WorkerPool pool(2);
  const auto crowd = MakeCrowd(1'000 * FanOut::kPart);
  size_t woken_at_stop = 0;
  {
    FanOut fan_out(pool);
    fan_out.Wake(StreamsOf(crowd));
    fan_out.Stop();
    woken_at_stop = Woken(crowd);
    EXPECT_EQ(fan_out.under_way(), 0u);
    fan_out.Wake(StreamsOf(crowd));
    EXPECT_EQ(fan_out.under_way(), 0u);
  }
  EXPECT_EQ(Woken(crowd), woken_at_stop);
}

}  // namespace
}  // namespace meeple::service

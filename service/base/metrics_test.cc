#include "service/base/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace meeple::service {
namespace {

using testing::ElementsAre;

constexpr std::array<int64_t, 3> kBounds = {10, 20, 50};

TEST(HistogramTest, ABoundBelongsToItsOwnRange) {
  Histogram histogram(kBounds);
  for (const int64_t value : {-1, 0, 10, 11, 20, 21, 50, 51, 1'000'000}) histogram.Observe(value);
  const Histogram::Snapshot snapshot = histogram.Read();
  EXPECT_THAT(snapshot.counts, ElementsAre(3, 2, 2, 2));
  EXPECT_EQ(snapshot.count, 9);
  EXPECT_EQ(snapshot.sum, -1 + 0 + 10 + 11 + 20 + 21 + 50 + 51 + 1'000'000);
}

TEST(HistogramTest, BoundsAscendAndFit) {
  EXPECT_LE(kTimeBounds.size(), Histogram::kMostBounds);
  EXPECT_LE(kSizeBounds.size(), Histogram::kMostBounds);
  EXPECT_TRUE(std::ranges::is_sorted(kTimeBounds));
  EXPECT_TRUE(std::ranges::is_sorted(kSizeBounds));
}

// More threads than there are parts, so that some share one.
TEST(MetricsTest, NothingIsLostAmongThreads) {
  constexpr int kThreads = 3 * kMetricShards;
  constexpr int kTimes = 2'000;
  Counter counter;
  ShardedCounters<3> counters;
  Histogram histogram(kBounds);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int time = 0; time < kTimes; ++time) {
        counter.Add();
        counters.Add(static_cast<size_t>(i % 3), 2);
        histogram.Observe(i < 12 ? 10 : 60);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counter.value(), kThreads * kTimes);
  for (size_t index = 0; index < 3; ++index) {
    EXPECT_EQ(counters.value(index), 2 * kTimes * kThreads / 3);
  }
  EXPECT_THAT(histogram.Read().counts, ElementsAre(12 * kTimes, 0, 0, 12 * kTimes));
}

TEST(StopwatchTest, MeasuresFromItsMaking) {
  using Clock = std::chrono::steady_clock;
  const auto before = Clock::now();
  const Stopwatch stopwatch;
  const auto made = Clock::now();
  auto asked = Clock::now();
  while (asked == made) asked = Clock::now();
  const std::chrono::nanoseconds measured(stopwatch.nanoseconds());
  const auto answered = Clock::now();
  EXPECT_GE(measured, asked - made);
  EXPECT_LE(measured, answered - before);
}

}  // namespace
}  // namespace meeple::service

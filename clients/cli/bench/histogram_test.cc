#include "clients/cli/bench/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace meeple::cli {
namespace {

// What the header promises.
constexpr double kErrorBound = 1.0 / 256;

int64_t NanosecondsOf(absl::Duration duration) { return absl::ToInt64Nanoseconds(duration); }

TEST(HistogramTest, EveryMagnitudeIsToldWithinTheErrorBound) {
  for (int64_t value = 1; value < int64_t{1} << 43; value += value / 97 + 1) {
    Histogram histogram;
    // A second, far value keeps the ends from telling the first one exactly.
    histogram.Record(absl::ZeroDuration());
    histogram.Record(absl::Nanoseconds(value));
    histogram.Record(absl::InfiniteDuration());
    const int64_t told = NanosecondsOf(histogram.Percentile(60));
    ASSERT_LE(std::abs(told - value), static_cast<double>(value) * kErrorBound) << value;
  }
}

TEST(HistogramTest, NanosecondsUpTo255AreExact) {
  for (int64_t value = 0; value <= 255; ++value) {
    Histogram histogram;
    histogram.Record(absl::ZeroDuration());
    histogram.Record(absl::Nanoseconds(value));
    histogram.Record(absl::Seconds(1));
    EXPECT_EQ(NanosecondsOf(histogram.Percentile(60)), value);
  }
}

TEST(HistogramTest, PercentilesAreThoseOfTheSortedValuesWithinTheErrorBound) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> latency(11, 1.5);
  std::vector<int64_t> values;
  Histogram histogram;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(static_cast<int64_t>(latency(random)));
    histogram.Record(absl::Nanoseconds(values.back()));
  }
  std::ranges::sort(values);
  for (const double percent : {0.1, 1.0, 10.0, 50.0, 90.0, 99.0, 99.9, 100.0}) {
    const auto rank =
        static_cast<size_t>(std::ceil(percent / 100 * static_cast<double>(values.size())));
    const auto expected = static_cast<double>(values[rank - 1]);
    EXPECT_NEAR(static_cast<double>(NanosecondsOf(histogram.Percentile(percent))), expected,
                expected * kErrorBound)
        << percent;
  }
}

TEST(HistogramTest, WhatIsMergedCountsAsIfRecordedTogether) {
  Histogram first;
  Histogram second;
  first.Record(absl::Microseconds(10));
  second.Record(absl::Microseconds(30));
  second.Record(absl::Microseconds(50));
  first.Merge(second);
  EXPECT_EQ(first.count(), 3);
  EXPECT_EQ(first.Mean(), absl::Microseconds(30));
  EXPECT_EQ(first.Least(), absl::Microseconds(10));
  EXPECT_EQ(first.Greatest(), absl::Microseconds(50));
  EXPECT_NEAR(absl::ToDoubleMicroseconds(first.Percentile(50)), 30, 30 * kErrorBound);
}

TEST(HistogramTest, WithNothingRecordedAllIsZero) {
  const Histogram histogram;
  EXPECT_EQ(histogram.Percentile(99), absl::ZeroDuration());
  EXPECT_EQ(histogram.Mean(), absl::ZeroDuration());
  EXPECT_EQ(histogram.Least(), absl::ZeroDuration());
  EXPECT_EQ(histogram.Greatest(), absl::ZeroDuration());
}

TEST(HistogramTest, WhatIsOutOfRangeCountsAsTheEndOfTheRange) {
  Histogram histogram;
  histogram.Record(absl::Nanoseconds(-5));
  histogram.Record(absl::InfiniteDuration());
  EXPECT_EQ(histogram.Least(), absl::ZeroDuration());
  EXPECT_EQ(histogram.Greatest(), absl::Nanoseconds(int64_t{1} << 43));
  EXPECT_EQ(histogram.count(), 2);
}

TEST(HistogramTest, RangesThatTouchCountEachValueOnce) {
  Histogram histogram;
  for (int i = 1; i <= 1'000; ++i) histogram.Record(absl::Microseconds(i));
  int64_t counted = 0;
  for (int i = 0; i < 11; ++i) {
    counted +=
        histogram.CountBetween(absl::Microseconds(i * 100), absl::Microseconds(i * 100 + 100));
  }
  EXPECT_EQ(counted, 1'000);
}

}  // namespace
}  // namespace meeple::cli

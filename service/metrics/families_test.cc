#include "service/metrics/families.h"

#include <gtest/gtest.h>

#include <array>

namespace meeple::metrics {
namespace {

TEST(FamiliesTest, WritesTheTextFormat) {
  const std::string text =
      TextOf({CounterOf("a_total", "Counts.", 3), GaugeOf("b_bytes", "Now.", 0.25),
              InfoOf("c_info", "Which.", {{"version", "1.2"}})});
  EXPECT_EQ(text,
            "# HELP a_total Counts.\n"
            "# TYPE a_total counter\n"
            "a_total 3\n"
            "# HELP b_bytes Now.\n"
            "# TYPE b_bytes gauge\n"
            "b_bytes 0.25\n"
            "# HELP c_info Which.\n"
            "# TYPE c_info gauge\n"
            "c_info{version=\"1.2\"} 1\n");
}

TEST(FamiliesTest, AHistogramCountsUpwards) {
  constexpr std::array<int64_t, 2> kBounds = {25'000, 1'000'000'000};
  service::Histogram histogram(kBounds);
  for (const int64_t value : {1'000, 25'000, 500'000'000, 2'000'000'000}) histogram.Observe(value);
  prometheus::MetricFamily family =
      EmptyFamily("a_seconds", "Takes.", prometheus::MetricType::Histogram);
  family.metric.push_back(HistogramWith({{"rpc", "Undo"}}, histogram, kNanosecond));
  EXPECT_EQ(TextOf({family}),
            "# HELP a_seconds Takes.\n"
            "# TYPE a_seconds histogram\n"
            "a_seconds_count{rpc=\"Undo\"} 4\n"
            "a_seconds_sum{rpc=\"Undo\"} 2.500026\n"
            "a_seconds_bucket{rpc=\"Undo\",le=\"2.5e-05\"} 2\n"
            "a_seconds_bucket{rpc=\"Undo\",le=\"1\"} 3\n"
            "a_seconds_bucket{rpc=\"Undo\",le=\"+Inf\"} 4\n");
  EXPECT_EQ(HistogramOf("b", "", histogram, 1).metric.front().histogram.sample_sum, 2'500'026'000);
}

TEST(FamiliesTest, NumbersKeepTheirDigits) {
  EXPECT_NE(TextOf({CounterOf("a_total", "", 123'456'789.125)}).find(" 123456789.125\n"),
            std::string::npos);
  // Nanoseconds after a month of CPU time.
  EXPECT_NE(TextOf({CounterOf("a_total", "", 2'592'000.000'000'001)}).find(" 2592000.00000000"),
            std::string::npos);
}

}  // namespace
}  // namespace meeple::metrics

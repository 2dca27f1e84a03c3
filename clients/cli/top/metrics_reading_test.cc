#include "clients/cli/top/metrics_reading.h"

#include <gtest/gtest.h>

#include <cmath>

namespace meeple::cli {
namespace {

// As a server prints it, shortened.
constexpr char kPage[] = R"(# HELP meeple_games Games in memory.
# TYPE meeple_games gauge
meeple_games 12
meeple_games_loading 3
meeple_watches 40
meeple_calls_total{rpc="GetGame",code="OK",reason=""} 500
meeple_calls_total{rpc="SubmitMove",code="OK",reason=""} 90
meeple_calls_total{rpc="SubmitMove",code="FAILED_PRECONDITION",reason="NOT_YOUR_TURN"} 10
meeple_call_duration_seconds_count{rpc="SubmitMove"} 100
meeple_call_duration_seconds_bucket{rpc="GetGame",le="0.001"} 500
meeple_call_duration_seconds_bucket{rpc="SubmitMove",le="0.001"} 60
meeple_call_duration_seconds_bucket{rpc="SubmitMove",le="0.01"} 99
meeple_call_duration_seconds_bucket{rpc="SubmitMove",le="+Inf"} 100
meeple_journal_group_commits_count 30
meeple_journal_group_commits_sum 120
)";

TEST(MetricsReadingTest, ReadsWhatTopShows) {
  const SteadyTime now = SteadyNow();
  const absl::StatusOr<MetricsReading> reading = ReadMetrics(kPage, now);
  ASSERT_TRUE(reading.ok()) << reading.status();
  EXPECT_EQ(reading->at, now);
  EXPECT_EQ(reading->games, 12);
  EXPECT_EQ(reading->watches, 40);
  EXPECT_EQ(reading->moves, 90) << "refused ones do not count";
  EXPECT_EQ(reading->commits, 120);
  EXPECT_EQ(reading->groups, 30);
}

TEST(MetricsReadingTest, LatenciesAreThoseOfMovesAlone) {
  const absl::StatusOr<MetricsReading> reading = ReadMetrics(kPage, SteadyNow());
  ASSERT_TRUE(reading.ok()) << reading.status();
  ASSERT_EQ(reading->latencies.size(), 3U);
  EXPECT_EQ(reading->latencies[0].at_most_seconds, 0.001);
  EXPECT_EQ(reading->latencies[0].count, 60);
  EXPECT_TRUE(std::isinf(reading->latencies[2].at_most_seconds));
  EXPECT_EQ(reading->latencies[2].count, 100);
}

TEST(MetricsReadingTest, AServerWithoutMovesAndWithoutAJournalOnDiskIsRead) {
  const absl::StatusOr<MetricsReading> reading = ReadMetrics("meeple_games 0\n", SteadyNow());
  ASSERT_TRUE(reading.ok()) << reading.status();
  EXPECT_EQ(reading->moves, 0);
  EXPECT_TRUE(reading->latencies.empty());
  EXPECT_EQ(reading->groups, 0);
}

TEST(MetricsReadingTest, ThePageOfAnotherProgramIsRefused) {
  EXPECT_EQ(ReadMetrics("process_cpu_seconds_total 3\n", SteadyNow()).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(ReadMetrics("meeple_games 1e308\n", SteadyNow()).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(MetricsReadingTest, BrokenLinesAreLeftOut) {
  const absl::StatusOr<MetricsReading> reading = ReadMetrics(
      "meeple_games 1\n"
      "meeple_calls_total{rpc=\"SubmitMove\",code=\"OK\" 7\n"
      "meeple_calls_total{rpc=\"SubmitMove\",code=\"OK\"} many\n"
      "meeple_call_duration_seconds_bucket{rpc=\"SubmitMove\"} 5\n"
      "meeple_call_duration_seconds_bucket{rpc=\"SubmitMove\",le=\"soon\"} 5\n",
      SteadyNow());
  ASSERT_TRUE(reading.ok()) << reading.status();
  EXPECT_EQ(reading->moves, 0);
  EXPECT_TRUE(reading->latencies.empty());
}

}  // namespace
}  // namespace meeple::cli

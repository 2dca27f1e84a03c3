#include "clients/cli/bench/server_cpu.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace meeple::cli {
namespace {

TEST(ServerCpuTest, FindsAMetricByItsWholeName) {
  constexpr char kPage[] =
      "# HELP process_cpu_seconds_total Time.\n"
      "# TYPE process_cpu_seconds_total counter\n"
      "process_cpu_seconds_total_of_others 7\n"
      "process_cpu_seconds_total 12.5\n"
      "meeple_calls_total{rpc=\"GetGame\"} 3\n"
      "timed 4 1700000000000\n";
  EXPECT_EQ(MetricOn(kPage, "process_cpu_seconds_total"), 12.5);
  EXPECT_EQ(MetricOn(kPage, "timed"), 4);
  EXPECT_EQ(MetricOn(kPage, "process_cpu_seconds"), std::nullopt);
  EXPECT_EQ(MetricOn("", "timed"), std::nullopt);
  EXPECT_EQ(MetricOn("timed 1e18", "timed"), 1e18);
  for (const char* page : {"timed 1e308", "timed -1e308", "timed inf", "timed nan", "timed soon"}) {
    EXPECT_EQ(MetricOn(page, "timed"), std::nullopt) << page;
  }
}

TEST(ServerCpuTest, AProcessUsesMoreAndMore) {
  const CpuReader read = CpuOfProcess(getpid());
  const absl::StatusOr<absl::Duration> before = read();
  ASSERT_TRUE(before.ok());
  absl::StatusOr<absl::Duration> after = before;
  while (after.ok() && *after <= *before) after = read();
  EXPECT_TRUE(after.ok());
  EXPECT_GT(*before, absl::ZeroDuration());
}

TEST(ServerCpuTest, MetricsThatNobodyServesAreUnavailable) {
  EXPECT_EQ(CpuFromMetrics("127.0.0.1:1")().status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace meeple::cli

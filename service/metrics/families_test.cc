#include "service/metrics/families.h"

#include <gtest/gtest.h>

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

TEST(FamiliesTest, NumbersKeepTheirDigits) {
  EXPECT_NE(TextOf({CounterOf("a_total", "", 123'456'789.125)}).find(" 123456789.125\n"),
            std::string::npos);
  // Nanoseconds after a month of CPU time.
  EXPECT_NE(TextOf({CounterOf("a_total", "", 2'592'000.000'000'001)}).find(" 2592000.00000000"),
            std::string::npos);
}

}  // namespace
}  // namespace meeple::metrics

#include "clients/cli/clock_text.h"

#include <gtest/gtest.h>

#include <string>

namespace meeple::cli {
namespace {

// The rules that --clock gives, as they are told; or that it cannot be read.
std::string Told(std::string_view text) {
  const auto clock = ParseClock(text);
  if (!clock.ok()) return "unreadable";
  v1::GameConfig config;
  *config.mutable_clock() = *clock;
  return ClockRulesText(config);
}

TEST(ClockTextTest, ClocksAreReadAndTold) {
  EXPECT_EQ(Told("5m"), "clock 5m");
  EXPECT_EQ(Told("5m+3s"), "clock 5m+3s");
  EXPECT_EQ(Told("90s+0"), "clock 1m30s+0");
  EXPECT_EQ(Told("2d"), "clock 2d");
  EXPECT_EQ(Told("36h"), "clock 36h");
  EXPECT_EQ(Told("1.5s"), "clock 1.5s");
  EXPECT_EQ(ClockRulesText(v1::GameConfig()), "");
  v1::GameConfig config;
  *config.mutable_clock()->mutable_per_move() = ParseSpan("3d").value();
  EXPECT_EQ(ClockRulesText(config), "3d a move");
}

TEST(ClockTextTest, WhatIsNoClockIsRefused) {
  for (const char* text : {"", "5", "m", "5m+", "+3s", "5m+3s+1s", "d", "1e9d", "inf", "-inf",
                           "99999999999d", "five minutes"}) {
    EXPECT_EQ(Told(text), "unreadable") << text;
  }
}

TEST(ClockTextTest, TimeIsAsPreciseAsItMatters) {
  EXPECT_EQ(TimeText(absl::Minutes(5)), "5:00");
  EXPECT_EQ(TimeText(absl::Milliseconds(299'999)), "4:59");
  EXPECT_EQ(TimeText(absl::Seconds(10)), "0:10");
  EXPECT_EQ(TimeText(absl::Milliseconds(9'999)), "0:09.9");
  EXPECT_EQ(TimeText(absl::Milliseconds(50)), "0:00.0");
  EXPECT_EQ(TimeText(-absl::Seconds(3)), "0:00.0");
  EXPECT_EQ(TimeText(absl::Seconds(3'723)), "1:02:03");
  EXPECT_EQ(TimeText(absl::Hours(51)), "2d 3h");
}

TEST(ClockTextTest, OnlyTheClockThatRunsGetsLess) {
  Seats seats;
  seats.Add()->set_symbol("X");
  seats.Add()->set_symbol("O");
  RunningClocks clocks;
  const absl::Time now = absl::FromUnixSeconds(1'000);
  EXPECT_EQ(clocks.Text(seats, {}, now), "");
  EXPECT_EQ(clocks.UntilChange(now), absl::InfiniteDuration());
  RunningClocks::Clocks told;
  for (int seat : {0, 1}) {
    v1::Clock& clock = *told.Add();
    clock.set_seat(seat);
    *clock.mutable_remaining() = ParseSpan("1m").value();
    clock.set_running(seat == 1);
  }
  clocks.Set(told, now);
  EXPECT_EQ(clocks.UntilChange(now + absl::Milliseconds(400)), absl::Milliseconds(601));
  EXPECT_EQ(clocks.UntilChange(now + absl::Milliseconds(52'030)), absl::Milliseconds(71));
  EXPECT_EQ(clocks.UntilChange(now + absl::Seconds(60)), absl::InfiniteDuration());
  EXPECT_EQ(clocks.Text(seats, {}, now + absl::Seconds(12)), "X 1:00  O 0:48");
  clocks.Set({}, now + absl::Seconds(20));
  EXPECT_EQ(clocks.Text(seats, {}, now + absl::Seconds(90)), "X 1:00  O 0:00.0");
}

}  // namespace
}  // namespace meeple::cli

#include "service/core/bot_time.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace meeple::service {
namespace {

constexpr absl::Duration kNow = absl::Seconds(1'000);

TEST(ThinkingTimeTest, IsSharedAmongThoseWhoWait) {
  constexpr absl::Duration kLongest = absl::Seconds(10);
  EXPECT_EQ(ThinkingTime(kLongest, 0, 2), kLongest);
  EXPECT_EQ(ThinkingTime(kLongest, 1, 2), kLongest);
  EXPECT_EQ(ThinkingTime(kLongest, 2, 2), kLongest);
  EXPECT_EQ(ThinkingTime(kLongest, 4, 2), absl::Seconds(5));
  EXPECT_EQ(ThinkingTime(kLongest, 1'000'000, 2), absl::Milliseconds(100));
  EXPECT_EQ(ThinkingTime(absl::Milliseconds(1), 9, 1), absl::Milliseconds(1));
}

// What a bot with so much left takes, in milliseconds.
int64_t Take(int64_t left, const ClockRules& rules) {
  return absl::ToInt64Milliseconds(
      TimeForMove({.clock = kNow + absl::Milliseconds(left), .rules = rules}, kNow));
}

TEST(TimeForMoveTest, NothingLimitsABotWithoutAClock) {
  EXPECT_EQ(TimeForMove({}, kNow), absl::InfiniteDuration());
  EXPECT_EQ(BotDeadlines().latest_start(), absl::InfiniteDuration());
}

TEST(TimeForMoveTest, OfItsTimePerMoveNearlyAll) {
  const ClockRules rules = {.per_move_milliseconds = 5'000};
  EXPECT_EQ(Take(2'592'000'000, rules), 2'332'800'000);
  EXPECT_EQ(Take(5'000, rules), 4'500);
  EXPECT_EQ(Take(2'500, rules), 2'250);
  EXPECT_EQ(Take(2'000, rules), 1'750) << "the reserve is more than a tenth";
  EXPECT_EQ(Take(1'000, rules), 750);
  EXPECT_EQ(Take(251, rules), 1);
}

TEST(TimeForMoveTest, OfItsTimeForTheGameATwentiethAndMostOfTheIncrement) {
  const ClockRules sudden_death = {.initial_milliseconds = 9'000};
  EXPECT_EQ(Take(60'000, sudden_death), 3'000);
  EXPECT_EQ(Take(9'000, sudden_death), 450);
  EXPECT_EQ(Take(260, sudden_death), 10) << "the reserve is not touched";
  const ClockRules increment = {.initial_milliseconds = 9'000, .increment_milliseconds = 2'000};
  EXPECT_EQ(Take(60'000, increment), 4'800);
  EXPECT_EQ(Take(4'000, increment), 2'000);
  EXPECT_EQ(Take(3'000, increment), 1'500) << "never more than half";
  EXPECT_EQ(Take(400, increment), 150);
}

TEST(TimeForMoveTest, WhoHasHardlyAnyLeftMovesAtOnce) {
  for (const ClockRules& rules :
       {ClockRules{.per_move_milliseconds = 5'000}, ClockRules{.initial_milliseconds = 9'000},
        ClockRules{.initial_milliseconds = 9'000, .increment_milliseconds = 86'400'000}}) {
    for (const int64_t left : {250, 249, 1, 0, -1, -1'000'000}) {
      EXPECT_EQ(Take(left, rules), 0) << left;
    }
  }
}

// The game is called off where the first move of a seat is late.
TEST(TimeForMoveTest, TheTimeForItsFirstMoveCountsToo) {
  const ClockRules rules = {.initial_milliseconds = 600'000};
  BotDeadlines deadlines = {.first_move = kNow + absl::Seconds(5)};
  EXPECT_EQ(TimeForMove(deadlines, kNow), absl::Milliseconds(4'500));
  deadlines.clock = kNow + absl::Seconds(600);
  deadlines.rules = rules;
  EXPECT_EQ(TimeForMove(deadlines, kNow), absl::Milliseconds(4'500));
  EXPECT_EQ(deadlines.latest_start(), kNow + absl::Milliseconds(4'750));
  deadlines.clock = kNow + absl::Seconds(20);
  EXPECT_EQ(TimeForMove(deadlines, kNow), absl::Seconds(1));
}

// However many moves a game takes, a bot never uses the last of its time by thinking.
TEST(TimeForMoveTest, NoNumberOfMovesUsesUpTheReserve) {
  int64_t left = 60'000;
  for (int move = 0; move < 1'000; ++move) {
    left -= Take(left, {.initial_milliseconds = 60'000});
    ASSERT_GE(left, 250);
  }
}

}  // namespace
}  // namespace meeple::service

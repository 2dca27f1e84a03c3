#include "service/core/game_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int64_t kSecond = 1'000;

// Seats that move at given moments, each as soon as it is its turn.
class GameClockTest : public testing::Test {
 protected:
  void Begin(const ClockRules& rules, int seats = 2) {
    clock_ = GameClock(rules, seats);
    seats_ = seats;
    clock_.Run(0, now_);
  }
  // The seat to move does so `after` its clock began to run.
  void Move(int64_t after) {
    Settle(after);
    clock_.AddMove(to_move_);
    Turn(1);
  }
  void TakeBack(int64_t after) {
    Settle(after);
    clock_.TakeBack();
    Turn(-1);
  }
  void BringBack(int64_t after) {
    Settle(after);
    clock_.BringBack();
    Turn(1);
  }
  std::vector<int64_t> Remaining(int64_t after = 0) const {
    std::vector<int64_t> remaining;
    for (const auto& reading : clock_.At(now_ + after)) {
      remaining.push_back(reading.remaining_milliseconds);
    }
    return remaining;
  }

  GameClock clock_;
  int64_t now_ = 5'000;

 private:
  void Settle(int64_t after) {
    now_ += after;
    clock_.Stop(now_);
  }
  void Turn(int step) {
    to_move_ = (to_move_ + step + seats_) % seats_;
    clock_.Run(to_move_, now_);
  }

  int seats_ = 2;
  engine::SeatIndex to_move_ = 0;
};

TEST_F(GameClockTest, UntimedGameHasNoClocks) {
  Begin({});
  Move(kSecond);
  TakeBack(kSecond);
  BringBack(kSecond);
  EXPECT_FALSE(clock_.timed());
  EXPECT_THAT(clock_.At(now_), IsEmpty());
  EXPECT_EQ(clock_.deadline(), std::nullopt);
}

TEST_F(GameClockTest, OnlyTheSeatToMoveUsesTime) {
  Begin({.initial_milliseconds = 60 * kSecond});
  EXPECT_THAT(Remaining(), ElementsAre(60'000, 60'000));
  EXPECT_THAT(Remaining(1), ElementsAre(59'999, 60'000));
  Move(10 * kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(50'000, 60'000));
  Move(7 * kSecond);
  EXPECT_THAT(Remaining(3 * kSecond), ElementsAre(47'000, 53'000));
}

// 5 s + 2 s: after each move, the first one too.
TEST_F(GameClockTest, IncrementComesAfterEachMove) {
  Begin({.initial_milliseconds = 5 * kSecond, .increment_milliseconds = 2 * kSecond});
  Move(3 * kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(4'000, 5'000));
  Move(kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(4'000, 6'000));
  Move(4 * kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(2'000, 6'000)) << "the last moment is in time";
}

TEST_F(GameClockTest, TimePerMoveIsAfreshForEach) {
  Begin({.per_move_milliseconds = 30 * kSecond});
  Move(29 * kSecond);
  EXPECT_THAT(Remaining(kSecond), ElementsAre(30'000, 29'000));
  Move(2 * kSecond);
  EXPECT_THAT(Remaining(kSecond), ElementsAre(29'000, 30'000));
}

TEST_F(GameClockTest, RemainingIsNeverNegative) {
  Begin({.initial_milliseconds = kSecond});
  EXPECT_THAT(Remaining(1'000), ElementsAre(0, 1'000));
  EXPECT_THAT(Remaining(1'001), ElementsAre(0, 1'000));
  clock_.Stop(now_ + 3'600 * kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(0, 1'000));
}

TEST_F(GameClockTest, DeadlineIsThatOfTheSeatToMove) {
  Begin({.initial_milliseconds = 60 * kSecond, .increment_milliseconds = kSecond});
  EXPECT_EQ(clock_.deadline(), 65'000);
  Move(10 * kSecond);
  EXPECT_EQ(clock_.deadline(), 75'000);
  Move(20 * kSecond);
  EXPECT_EQ(clock_.deadline(), 35'000 + 51'000);
  clock_.Stop(now_);
  EXPECT_EQ(clock_.deadline(), std::nullopt);
}

TEST_F(GameClockTest, ReadingsSayWhoseTimeRuns) {
  Begin({.initial_milliseconds = kSecond}, 3);
  Move(0);
  using Reading = GameClock::Reading;
  EXPECT_THAT(clock_.At(now_ + 1), ElementsAre(Reading{0, 1'000, false}, Reading{1, 999, true},
                                               Reading{2, 1'000, false}));
}

// The clocks of the position that is gone back to, as it arose; never swapped.
TEST_F(GameClockTest, TakingBackRestoresTheClocksOfThePosition) {
  Begin({.initial_milliseconds = 60 * kSecond});
  Move(10 * kSecond);
  Move(20 * kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(50'000, 40'000));
  TakeBack(5 * kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(50'000, 60'000));
  EXPECT_THAT(Remaining(kSecond), ElementsAre(50'000, 59'000)) << "seat 1 is to move";
  TakeBack(30 * kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(60'000, 60'000));
  BringBack(kSecond);
  BringBack(kSecond);
  EXPECT_THAT(Remaining(), ElementsAre(50'000, 40'000));
  EXPECT_THAT(Remaining(kSecond), ElementsAre(49'000, 40'000)) << "seat 0 is to move";
}

TEST_F(GameClockTest, NewMoveForgetsWhatWasTakenBack) {
  Begin({.initial_milliseconds = 60 * kSecond});
  Move(10 * kSecond);
  Move(20 * kSecond);
  TakeBack(0);
  TakeBack(0);
  Move(kSecond);
  Move(2 * kSecond);
  TakeBack(0);
  EXPECT_THAT(Remaining(), ElementsAre(59'000, 60'000));
  BringBack(0);
  EXPECT_THAT(Remaining(), ElementsAre(59'000, 58'000));
}

// A wall clock cannot step it, and what comes out of order charges nothing.
TEST_F(GameClockTest, TimeThatGoesBackChargesNothing) {
  Begin({.initial_milliseconds = kSecond});
  EXPECT_THAT(Remaining(-500), ElementsAre(1'000, 1'000));
}

}  // namespace
}  // namespace meeple::service

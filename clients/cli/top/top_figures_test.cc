#include "clients/cli/top/top_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace meeple::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Two looks, two seconds apart.
class TopFiguresTest : public ::testing::Test {
 protected:
  TopFiguresTest() {
    before_.at = SteadyNow();
    after_.at = before_.at + std::chrono::seconds(2);
  }

  TopFigures Figures() const { return FiguresBetween(before_, after_); }

  MetricsReading before_;
  MetricsReading after_;
};

TEST_F(TopFiguresTest, LevelsAreThoseOfNowAndRatesThoseInBetween) {
  before_.games = 3;
  after_.games = 7;
  after_.watches = 5;
  before_.moves = 1'000;
  after_.moves = 1'500;
  EXPECT_EQ(Figures().games, 7);
  EXPECT_EQ(Figures().watches, 5);
  EXPECT_EQ(Figures().moves_per_second, 250);
}

TEST_F(TopFiguresTest, PercentilesAreOfTheTimeInBetweenAlone) {
  before_.latencies = {{0.001, 1'000}, {0.01, 1'000}, {kInfinity, 1'000}};
  after_.latencies = {{0.001, 1'000}, {0.01, 1'100}, {kInfinity, 1'100}};
  const TopFigures figures = Figures();
  ASSERT_TRUE(figures.p50.has_value() && figures.p99.has_value());
  // Half way, and 99 of 100, from 1 to 10 ms.
  EXPECT_NEAR(absl::ToDoubleMilliseconds(*figures.p50), 5.5, 1e-6);
  EXPECT_NEAR(absl::ToDoubleMilliseconds(*figures.p99), 9.91, 1e-6);
}

TEST_F(TopFiguresTest, BeyondTheLastBoundThatBoundIsTold) {
  after_.latencies = {{0.001, 1}, {10, 1}, {kInfinity, 100}};
  EXPECT_EQ(Figures().p99, absl::Seconds(10));
}

TEST_F(TopFiguresTest, WithoutAMoveThereIsNoPercentile) {
  before_.latencies = after_.latencies = {{0.001, 9}, {kInfinity, 9}};
  EXPECT_EQ(Figures().p50, std::nullopt);
  EXPECT_EQ(Figures().moves_per_second, 0);
}

TEST_F(TopFiguresTest, GroupsAreThoseInBetween) {
  before_.commits = 100;
  before_.groups = 100;
  after_.commits = 164;
  after_.groups = 102;
  EXPECT_EQ(Figures().commits_per_group, 32);
  after_ = before_;
  after_.at += std::chrono::seconds(2);
  EXPECT_EQ(Figures().commits_per_group, std::nullopt);
}

TEST_F(TopFiguresTest, AfterARestartCountsBeginAnew) {
  before_.moves = 1'000;
  after_.moves = 10;
  before_.latencies = {{0.001, 900}, {kInfinity, 1'000}};
  after_.latencies = {{0.001, 10}, {kInfinity, 10}};
  EXPECT_EQ(Figures().moves_per_second, 5);
  EXPECT_EQ(Figures().p50, absl::Microseconds(500));
}

TEST_F(TopFiguresTest, TwoLooksAtTheSameTimeHaveNoRate) {
  after_.at = before_.at;
  after_.moves = 10;
  EXPECT_EQ(Figures().moves_per_second, 0);
}

TEST(TopTextTest, WhatIsNotKnownIsADashAndAbsentFromTheDocument) {
  const TopFigures figures = {.games = 2, .watches = 1, .moves_per_second = 0};
  EXPECT_EQ(TopLine(figures), "games 2  watches 1  moves/s 0.0  p50 -  p99 -  commits/sync -");
  EXPECT_EQ(TopDocument(figures).fields_size(), 3);
}

TEST(TopTextTest, EveryFigureIsShown) {
  const TopFigures figures = {.games = 2,
                              .watches = 1,
                              .moves_per_second = 1'234.5,
                              .p50 = absl::Microseconds(500),
                              .p99 = absl::Milliseconds(12),
                              .commits_per_group = 3.25};
  EXPECT_EQ(TopLine(figures),
            "games 2  watches 1  moves/s 1234.5  p50 500 us  p99 12 ms  commits/sync 3.2");
  EXPECT_THAT(TopScreen("box:9464", figures, Style()),
              AllOf(HasSubstr("box:9464"), HasSubstr("1234.5"), HasSubstr("500 us"),
                    HasSubstr("12 ms"), HasSubstr("3.2")));
  EXPECT_EQ(TopDocument(figures).fields().at("move_p99_us").number_value(), 12'000);
  EXPECT_EQ(TopDocument(figures).fields().at("commits_per_group").number_value(), 3.25);
}

}  // namespace
}  // namespace meeple::cli

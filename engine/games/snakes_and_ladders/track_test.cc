#include "engine/games/snakes_and_ladders/track.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/games/snakes_and_ladders/snakes_and_ladders.h"
#include "engine/testing/cases.h"

namespace meeple::engine::snakes_and_ladders {
namespace {

std::string DefaultOf(const std::string& name) {
  for (const ParameterSpec& spec : Kind().parameters) {
    if (spec.name == name) return spec.default_value;
  }
  return "";
}

Track Classic(bool exact) { return *Track::Parse(100, DefaultOf("jumps"), exact); }

TEST(TrackTest, LandsWalksAndJumps) {
  struct Row {
    bool exact;
    int from;
    int die;
    int foot;
    int square;
  };
  const Row rows[] = {
      {true, 0, 2, 2, 2},        // into the board
      {true, 0, 1, 1, 38},       // a ladder with the first step
      {true, 10, 6, 16, 6},      // a snake
      {true, 74, 6, 80, 100},    // a ladder to the last square
      {true, 94, 6, 100, 100},   // exactly
      {true, 97, 6, 97, 97},     // too much
      {true, 99, 1, 100, 100},   // the last step
      {false, 97, 6, 100, 100},  // too much, but that does not count
      {false, 97, 1, 98, 78},    // the snake before the end still does
  };
  for (const Row& row : rows) {
    const Track::Landing landing = Classic(row.exact).Land(row.from, row.die);
    EXPECT_EQ(landing.foot, row.foot) << row.from << " + " << row.die;
    EXPECT_EQ(landing.square, row.square) << row.from << " + " << row.die;
  }
}

TEST(TrackTest, ImpossibleLayoutsAreRefusedWithTheRule) {
  std::string many = "1:102";
  for (int from = 2; from <= 101; ++from) many += "," + std::to_string(from) + ":102";
  struct Row {
    int squares;
    std::string jumps;
    std::string message;
  };
  const Row rows[] = {
      {100, "x", "jumps: 'x' is not a jump such as 4:14; commas stand between them (rule form)"},
      {100, "4", "jumps: '4' is not a jump such as 4:14; commas stand between them (rule form)"},
      {100, ",", "jumps: '' is not a jump such as 4:14; commas stand between them (rule form)"},
      {100, "4:14,", "jumps: '' is not a jump such as 4:14; commas stand between them (rule form)"},
      {100, "4:14;5:6",
       "jumps: '4:14;5:6' is not a jump such as 4:14; commas stand between them (rule form)"},
      {100, "4:", "jumps: '4:' is not a jump such as 4:14; commas stand between them (rule form)"},
      {100, "4:1e1",
       "jumps: '4:1e1' is not a jump such as 4:14; commas stand between them (rule form)"},
      {100, "4:99999999999999999999999",
       "jumps: '4:999999999999999999' is not a jump such as 4:14; commas stand between them (rule "
       "form)"},
      {100, "0:5", "jumps: 0:5 leaves the board of squares 1 to 100 (rule on_the_board)"},
      {100, "5:0", "jumps: 5:0 leaves the board of squares 1 to 100 (rule on_the_board)"},
      {100, "-1:5", "jumps: -1:5 leaves the board of squares 1 to 100 (rule on_the_board)"},
      {100, "5:101", "jumps: 5:101 leaves the board of squares 1 to 100 (rule on_the_board)"},
      {100, "101:5", "jumps: 101:5 leaves the board of squares 1 to 100 (rule on_the_board)"},
      {100, "100:5",
       "jumps: 100:5 begins on the last square, where the game is won (rule not_from_last)"},
      {100, "5:5", "jumps: 5:5 ends where it begins (rule goes_somewhere)"},
      {100, "5:9,5:2", "jumps: two jumps begin on 5 (rule one_jump_a_square)"},
      {100, "5:9,5:9", "jumps: two jumps begin on 5 (rule one_jump_a_square)"},
      {100, "5:9,9:5", "jumps: from 5 they lead back to it (rule no_cycle)"},
      {100, "30:3,3:20,20:30", "jumps: from 3 they lead back to it (rule no_cycle)"},
      {100, "5:9,9:50", "jumps: 5:9 ends where 9:50 begins (rule no_chain)"},
      {1000, many, "jumps: there are more than 100 (rule few_jumps)"},
      {20, "14:1,15:2,16:3,17:4,18:5,19:6",
       "jumps: from square 0 square 20 can never be reached (rule can_be_won)"},
      // The ladder leads past the snakes, but who misses it is lost.
      {20, "3:20,14:7,15:8,16:9,17:10,18:11,19:12",
       "jumps: from square 4 square 20 can never be reached (rule can_be_won)"},
  };
  for (const Row& row : rows) {
    const absl::StatusOr<Track> track = Track::Parse(row.squares, row.jumps, /*exact=*/true);
    EXPECT_EQ(track.status().code(), absl::StatusCode::kInvalidArgument) << row.jumps;
    EXPECT_EQ(track.status().message(), row.message);
  }
}

TEST(TrackTest, OddButPossibleLayouts) {
  std::string hundred = "1:999";
  for (int from = 2; from <= 100; ++from) hundred += "," + std::to_string(from) + ":999";
  EXPECT_TRUE(Track::Parse(2, "", true).ok());
  EXPECT_TRUE(Track::Parse(2, "1:2", true).ok());
  EXPECT_TRUE(Track::Parse(1'000, "", true).ok());
  EXPECT_TRUE(Track::Parse(1'000, hundred, true).ok());
  EXPECT_TRUE(Track::Parse(100, " 4:14 , 9:31 ", true).ok());
  EXPECT_TRUE(Track::Parse(100, "5:9,6:9", true).ok()) << "two may end on one square";
  EXPECT_TRUE(Track::Parse(20, "14:1,15:2,16:3,17:4,18:5", true).ok()) << "only 19 is free";
}

// The rolls that one player needs on average: E(s) = 1 + the mean of E over the six landings, by
// elimination.
double ExpectedRolls(const Track& track) {
  const int last = track.squares();
  std::vector<std::vector<double>> rows(last, std::vector<double>(last + 1));
  for (int square = 0; square < last; ++square) {
    rows[square][square] += 1;
    rows[square][last] = 1;
    for (int die = 1; die <= kDieFaces; ++die) {
      const int target = track.Land(square, die).square;
      if (target != last) rows[square][target] -= 1.0 / kDieFaces;
    }
  }
  for (int pivot = last - 1; pivot > 0; --pivot) {
    for (int row = 0; row < pivot; ++row) {
      const double factor = rows[row][pivot] / rows[pivot][pivot];
      for (int i = 0; i <= last; ++i) rows[row][i] -= factor * rows[pivot][i];
    }
  }
  return rows[0][last] / rows[0][0];
}

// Of all 6^rolls sequences of the die, those that arrive.
double WaysToArrive(const Track& track, int rolls) {
  std::vector<double> ways(track.squares() + 1);
  ways[0] = 1;
  for (int roll = 0; roll < rolls; ++roll) {
    std::vector<double> next(ways.size());
    next.back() = ways.back() * kDieFaces;
    for (int square = 0; square < track.squares(); ++square) {
      for (int die = 1; die <= kDieFaces; ++die) {
        next[track.Land(square, die).square] += ways[square];
      }
    }
    ways = next;
  }
  return ways.back();
}

// Althoen, King and Schilling, "How long is a game of snakes and ladders?", 1993.
TEST(TrackKnownValuesTest, ExpectedRollsOnTheClassicBoard) {
  EXPECT_NEAR(ExpectedRolls(Classic(/*exact=*/true)), 39.22512230823496, 1e-9);
  EXPECT_NEAR(ExpectedRolls(Classic(/*exact=*/false)), 35.834938413695475, 1e-9);
}

TEST(TrackKnownValuesTest, ShortestGameOnTheClassicBoard) {
  EXPECT_EQ(WaysToArrive(Classic(true), 6), 0);
  EXPECT_EQ(WaysToArrive(Classic(true), 7), 423);
}

TEST(TrackKnownValuesTest, ClassicBoardIsThePublishedOne) {
  const absl::StatusOr<std::string> text = ReadCase("snakes_and_ladders/milton_bradley_facts.json");
  MEEPLE_REQUIRE_CASES(text);
  const auto facts = nlohmann::json::parse(*text);
  const Track track = Classic(/*exact=*/true);
  size_t jumps = 0;
  for (const char* kind : {"ladders", "chutes"}) {
    for (const auto& jump : facts.at(kind)) {
      EXPECT_EQ(track.Land(jump.at(0).get<int>() - 1, 1).square, jump.at(1)) << jump;
      ++jumps;
    }
  }
  for (int square = 0; square < 100; ++square) {
    if (track.Land(square, 1).square != square + 1) --jumps;
  }
  EXPECT_EQ(jumps, 0u) << "there are others";
  int square = 0;
  for (size_t i = 0; i < facts.at("positions").size(); ++i) {
    square = track.Land(square, facts.at("one_shortest_die_sequence").at(i)).square;
    EXPECT_EQ(square, facts.at("positions").at(i));
  }
}

}  // namespace
}  // namespace meeple::engine::snakes_and_ladders

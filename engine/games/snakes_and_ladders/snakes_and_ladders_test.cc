#include "engine/games/snakes_and_ladders/snakes_and_ladders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/core/rendering.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

using Settings = std::map<std::string, std::string>;

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(const Settings& settings, int players,
                                                   uint64_t seed = 0) {
  return MakeGame(FindGameKind("snakes_and_ladders"), settings, MakePlayers(players),
                  {.seed = seed});
}

// A seed from which these are the first rolls.
uint64_t SeedThatRolls(const std::vector<uint64_t>& dice) {
  for (uint64_t seed = 0;; ++seed) {
    size_t turn = 0;
    while (turn < dice.size() && DrawBelow(6, seed, turn, 0) + 1 == dice[turn]) ++turn;
    if (turn == dice.size()) return seed;
  }
}

class SnakesAndLaddersTest : public ::testing::Test {
 protected:
  // Begins a game whose first rolls are `dice`.
  void Begin(const Settings& settings, int players, const std::vector<uint64_t>& dice) {
    game_ = *TryMake(settings, players, SeedThatRolls(dice));
    game_->Start();
  }

  // Rolls for whoever is to move; returns what is told of it.
  std::string Roll() {
    EXPECT_FALSE(game_->Submit(game_->cursor().turn_index, Move::Roll()).has_value());
    return RenderMove(*game_, game_->log().standing().back());
  }

  std::string Fact(const std::string& name) const { return game_->Picture().facts.at(name); }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(SnakesAndLaddersTest, SaysWhatCameOfARoll) {
  Begin({}, 2, {1, 2, 6, 6, 3, 6});
  EXPECT_EQ(Roll(), "X rolls 1 and climbs from 1 to 38");
  EXPECT_EQ(Roll(), "O rolls 2 and goes from 0 to 2");
  EXPECT_EQ(Roll(), "X rolls 6 and goes from 38 to 44");
  EXPECT_EQ(Roll(), "O rolls 6 and goes from 2 to 8");
  EXPECT_EQ(Roll(), "X rolls 3 and slides from 47 to 26");
  EXPECT_EQ(Roll(), "O rolls 6 and goes from 8 to 14");
}

TEST_F(SnakesAndLaddersTest, DrawsTheBoardFromTheBottom) {
  Begin({{"squares", "12"}, {"jumps", "2:9"}}, 3, {2, 5, 5});
  EXPECT_EQ(RenderGame(*game_),
            "X to play\n"
            ".|.|.|.\n"
            ".|.|.|.\n"
            ".|.|.|.\n"
            "square of A: 0\n"
            "square of O: 0\n"
            "square of X: 0");
  Roll();
  Roll();
  Roll();
  EXPECT_EQ(RenderGame(*game_),
            "X to play\n"
            "X |. |. |.\n"
            ". |. |. |OA\n"
            ". |. |. |.\n"
            "last roll: 5\n"
            "square of A: 5\n"
            "square of O: 5\n"
            "square of X: 9");
}

TEST_F(SnakesAndLaddersTest, CellsBeyondTheLastSquareAreBlank) {
  Begin({{"squares", "10"}, {"jumps", ""}}, 2, {});
  EXPECT_EQ(RenderPicture(game_->Picture()), ".|.| | \n.|.|.|.\n.|.|.|.");
  Begin({{"squares", "1000"}, {"jumps", ""}}, 2, {});
  EXPECT_EQ(game_->Picture().rows, 100);
  EXPECT_EQ(game_->Picture().columns, 10);
  Begin({}, 2, {});
  EXPECT_EQ(game_->Picture().rows, 10);
  EXPECT_EQ(game_->Picture().columns, 10);
}

TEST_F(SnakesAndLaddersTest, ExactLandingOrNot) {
  const Settings board = {{"squares", "7"}, {"jumps", ""}};
  for (const bool exact : {true, false}) {
    Settings settings = board;
    settings["exact"] = exact ? "true" : "false";
    Begin(settings, 2, {5, 1, 6, 1, 2});
    Roll();
    Roll();
    EXPECT_EQ(Roll(), exact ? "X rolls 6 and stays on 5"
                            : "X rolls 6 and goes from 5 to 7, the last square");
    EXPECT_EQ(game_->over(), !exact);
    if (!exact) continue;
    Roll();
    EXPECT_EQ(Roll(), "X rolls 2 and goes from 5 to 7, the last square");
    EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
    EXPECT_EQ(game_->outcome().winner, 0);
  }
}

TEST_F(SnakesAndLaddersTest, ASixRollsAgainIfThatWasAgreed) {
  const Settings board = {{"squares", "20"}, {"jumps", ""}, {"extra_turn_on_six", "true"}};
  Begin(board, 2, {6, 6, 3, 6, 1, 6});
  EXPECT_EQ(Roll(), "X rolls 6 and goes from 0 to 6; a six rolls again");
  EXPECT_EQ(Roll(), "X rolls 6 and goes from 6 to 12; a six rolls again");
  EXPECT_EQ(Roll(), "X rolls 3 and goes from 12 to 15");
  EXPECT_EQ(Roll(), "O rolls 6 and goes from 0 to 6; a six rolls again");
  EXPECT_EQ(Roll(), "O rolls 1 and goes from 6 to 7");
  // The piece does not move, yet the six counts.
  EXPECT_EQ(Roll(), "X rolls 6 and stays on 15; a six rolls again");
  EXPECT_EQ(game_->cursor().turn_index, 0);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor().turn_index, 1);
  EXPECT_EQ(Fact("last roll"), "6");
}

TEST_F(SnakesAndLaddersTest, AWinningSixIsTheEnd) {
  Begin({{"squares", "6"}, {"jumps", ""}, {"extra_turn_on_six", "true"}}, 2, {6});
  EXPECT_EQ(Roll(), "X rolls 6 and goes from 0 to 6, the last square");
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kInProgress);
  EXPECT_EQ(game_->Picture().facts.count("last roll"), 0u);
}

TEST_F(SnakesAndLaddersTest, UndoAndRollAgainGivesTheSameNumber) {
  game_ = *TryMake({}, 3, 12345);
  game_->Start();
  for (int turn = 0; turn < 20 && !game_->over(); ++turn) {
    const std::string told = Roll();
    const std::string board = RenderGame(*game_);
    EXPECT_FALSE(game_->Undo().has_value());
    EXPECT_EQ(Roll(), told);
    EXPECT_FALSE(game_->Undo().has_value());
    EXPECT_FALSE(game_->Redo().has_value());
    EXPECT_EQ(RenderGame(*game_), board);
  }
}

TEST_F(SnakesAndLaddersTest, OthersRollOnWhenASeatLeaves) {
  Begin({{"extra_turn_on_six", "true"}}, 3, {6, 2, 2, 3});
  Roll();
  EXPECT_EQ(game_->cursor().turn_index, 0);
  EXPECT_FALSE(game_->Resign(0).has_value());  // with a roll of its own to come
  EXPECT_EQ(game_->cursor().turn_index, 1);
  EXPECT_TRUE(game_->Undo().has_value());
  Roll();
  Roll();
  EXPECT_EQ(game_->cursor().turn_index, 1);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor().turn_index, 2);
  EXPECT_EQ(Fact("square of X"), "6");
}

TEST_F(SnakesAndLaddersTest, OnlyRollsAreMoves) {
  Begin({}, 2, {});
  for (const Move& move : {Move::Pins(3), Move::Pass(), Move::AtCell({0, 0}), Move::InColumn(1)}) {
    const std::optional<Refusal> refusal = game_->Submit(0, move);
    ASSERT_TRUE(refusal.has_value());
    EXPECT_EQ(refusal->reason, RefusalReason::kWrongForm);
    EXPECT_EQ(refusal->message, "a move of this game is roll; the die is drawn by the game");
  }
  EXPECT_EQ(game_->Submit(1, Move::Roll())->reason, RefusalReason::kNotYourTurn);
}

TEST(SnakesAndLaddersMakingTest, RefusesImpossibleConfigurations) {
  struct Row {
    Settings settings;
    int players;
    std::string message;
  };
  const Row rows[] = {
      {{{"squares", "1"}}, 2, "squares must be a whole number from 2 to 1000, not '1'"},
      {{{"squares", "1001"}}, 2, "squares must be a whole number from 2 to 1000, not '1001'"},
      {{{"squares", "50"}},
       2,
       "jumps: 28:84 leaves the board of squares 1 to 50 (rule on_the_board)"},
      {{{"exact", "perhaps"}}, 2, "exact must be true or false, not 'perhaps'"},
      {{{"extra_turn_on_six", "1"}}, 2, "extra_turn_on_six must be true or false, not '1'"},
      {{}, 1, "snakes_and_ladders is for 2 to 8 players, not 1"},
      {{}, 9, "snakes_and_ladders is for 2 to 8 players, not 9"},
  };
  for (const Row& row : rows) {
    const auto game = TryMake(row.settings, row.players);
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(game.status().message(), row.message);
  }
  EXPECT_TRUE(FindGameKind("snakes_and_ladders").chance);
}

// The chance that one player has not arrived after n rolls of a fair die, n = 0, 1, 2, ...
std::vector<double> StillOnTheWay(const snakes_and_ladders::Track& track) {
  std::vector<double> at(track.squares() + 1);
  at[0] = 1;
  std::vector<double> still = {1};
  while (still.back() > 1e-12) {
    std::vector<double> next(at.size());
    for (int square = 0; square < track.squares(); ++square) {
      for (int die = 1; die <= 6; ++die) next[track.Land(square, die).square] += at[square] / 6;
    }
    next.back() = 0;
    at = next;
    double sum = 0;
    for (const double chance : at) sum += chance;
    still.push_back(sum);
  }
  return still;
}

// The dice of many games are those of a fair die: each face as often, and games as long.
TEST(SnakesAndLaddersDiceTest, GamesAreAsLongAsTheyShouldBe) {
  const auto jumps = FindGameKind("snakes_and_ladders").parameters[1].default_value;
  const std::vector<double> still =
      StillOnTheWay(*snakes_and_ladders::Track::Parse(100, jumps, /*exact=*/true));
  double expected = 0;
  double expected_square = 0;  // of the length
  for (size_t turns = 0; turns < 2 * still.size() - 2; ++turns) {
    const double goes_on = still[(turns + 1) / 2] * still[turns / 2];
    expected += goes_on;
    expected_square += (2 * static_cast<double>(turns) + 1) * goes_on;
  }
  constexpr int kGames = 5'000;
  int64_t turns = 0;
  std::array<int, 7> faces = {};
  for (uint64_t seed = 0; seed < kGames; ++seed) {
    const auto game = *TryMake({}, 2, seed);
    for (game->Start(); !game->over(); game->ApplyUnchecked(Move::Roll())) {
      if (game->cursor().turns > 0) ++faces[std::stoi(game->Picture().facts.at("last roll"))];
    }
    turns += game->cursor().turns;
  }
  const double deviation = std::sqrt((expected_square - expected * expected) / kGames);
  EXPECT_NEAR(static_cast<double>(turns) / kGames, expected, 4 * deviation);
  const double mean = static_cast<double>(turns - kGames) / 6;
  for (int face = 1; face <= 6; ++face) EXPECT_NEAR(faces[face], mean, 5 * std::sqrt(mean));
}

}  // namespace
}  // namespace meeple::engine

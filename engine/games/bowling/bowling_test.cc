#include "engine/games/bowling/bowling.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rendering.h"
#include "engine/testing/cases.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"
#include "engine/testing/perft.h"

namespace meeple::engine {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(const std::string& frames, int players) {
  return MakeGame(FindGameKind("bowling"), {{"frames", frames}}, MakePlayers(players), {});
}

class BowlingTest : public ::testing::Test {
 protected:
  void Begin(int players, int frames = 10) {
    game_ = *TryMake(std::to_string(frames), players);
    game_->Start();
  }

  // Bowls each ball for the seat to move.
  void Bowl(const std::vector<int>& balls) {
    for (const int pins : balls) {
      const auto refusal = game_->Submit(game_->cursor().turn_index, Move::Pins(pins));
      ASSERT_FALSE(refusal.has_value()) << refusal->message;
    }
  }

  void ExpectRefused(const Move& move, const std::string& rule, const std::string& message) {
    const std::string before = RenderGame(*game_);
    const std::optional<Refusal> refusal = game_->Submit(game_->cursor().turn_index, move);
    ASSERT_TRUE(refusal.has_value());
    EXPECT_EQ(refusal->rule, rule);
    EXPECT_EQ(refusal->message, message);
    EXPECT_EQ(RenderGame(*game_), before);
  }

  std::string Fact(const std::string& name) const { return game_->Picture().facts.at(name); }
  std::string LastText() const { return RenderMove(*game_, game_->log().standing().back()); }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(BowlingTest, TurnPassesOnWhenAFrameIsClosed) {
  Begin(2);
  Bowl({3});
  EXPECT_EQ(game_->cursor().turn_index, 0);
  Bowl({4});
  EXPECT_EQ(game_->cursor().turn_index, 1);
  Bowl({10});
  EXPECT_EQ(game_->cursor().turn_index, 0);
  Bowl({0, 10});
  EXPECT_EQ(game_->cursor().turn_index, 1);
}

TEST_F(BowlingTest, ShowsRunningScoresAndWhatTheyWaitFor) {
  Begin(2, 4);
  Bowl({10, 7, 2, 7, 3, 10, 9, 0, 10, 10, 4});
  EXPECT_EQ(RenderGame(*game_),
            "X to play\n"
            "X 20 |7/ 39|9- 48|X4\n"
            "72 9 |X ?  |X ?? |.\n"
            "frame: 4\n"
            "pins standing: 6\n"
            "total of O: 39\n"
            "total of X: 62");
}

TEST_F(BowlingTest, SaysWhatABallWas) {
  Begin(1, 2);
  Bowl({0});
  EXPECT_EQ(LastText(), "X knocks down 0 pins");
  Bowl({10});
  EXPECT_EQ(LastText(), "X knocks down 10 pins: a spare");
  Bowl({10});
  EXPECT_EQ(LastText(), "X knocks down 10 pins: a strike");
  Bowl({1});
  EXPECT_EQ(LastText(), "X knocks down 1 pin");
  Bowl({9});
  EXPECT_EQ(LastText(), "X knocks down 9 pins: a spare");
  EXPECT_EQ(RenderGame(*game_), "X wins\n-/ 20 |X1/ 40\ntotal of X: 40");
}

TEST_F(BowlingTest, RefusesWhatCannotFall) {
  Begin(2);
  ExpectRefused(Move::Pins(-1), "negative_pins", "pins are not negative; 0 to 10 are possible");
  ExpectRefused(Move::Pins(11), "more_than_ten", "a lane has 10 pins; 0 to 10 are possible");
  ExpectRefused(Move::Roll(), "",
                "a move of this game is the number of pins knocked down, such as 7");
  Bowl({5});
  ExpectRefused(Move::Pins(6), "more_than_stand", "no more than 5 stand; 0 to 5 are possible");
  ExpectRefused(Move::Pins(11), "more_than_ten", "a lane has 10 pins; 0 to 5 are possible");
  Bowl({5});
  EXPECT_EQ(game_->cursor().turn_index, 1);
}

TEST_F(BowlingTest, UndoneStrikeLeavesNoTrace) {
  Begin(1);
  Bowl({10});
  EXPECT_FALSE(game_->Undo().has_value());
  Bowl({3, 4});
  EXPECT_EQ(Fact("total of X"), "7");
  EXPECT_EQ(Fact("frame"), "2");
  Bowl({10});
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_FALSE(game_->Redo().has_value());
  Bowl({1, 1});
  EXPECT_EQ(Fact("total of X"), "21");
}

TEST_F(BowlingTest, PerfectGameTakesTwelveBalls) {
  Begin(1);
  Bowl(std::vector<int>(12, 10));
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
  EXPECT_EQ(game_->outcome().winner, 0) << "who bowls alone wins";
  EXPECT_EQ(Fact("total of X"), "300");
  EXPECT_EQ(game_->Submit(0, Move::Pins(0))->reason, RefusalReason::kGameOver);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kInProgress);
  EXPECT_EQ(Fact("total of X"), "290");
}

TEST_F(BowlingTest, HighestTotalWinsAndEqualOnesDraw) {
  Begin(3, 1);
  Bowl({3, 4, 9, 0, 5, 5, 2});
  EXPECT_EQ(game_->outcome().winner, 2);
  Begin(3, 1);
  Bowl({9, 0, 3, 4, 0, 9});
  EXPECT_EQ(game_->cursor().status, GameStatus::kDrawn);
  Begin(3, 1);
  Bowl({3, 4, 4, 3, 0, 9});
  EXPECT_EQ(game_->outcome().winner, 2) << "only equal highest totals are a draw";
}

TEST_F(BowlingTest, OthersBowlOnWhenASeatLeavesInMidFrame) {
  Begin(3, 2);
  Bowl({3});
  EXPECT_FALSE(game_->Resign(0).has_value());
  EXPECT_EQ(game_->cursor().turn_index, 1);
  Bowl({1, 1, 2, 2, 10, 5});
  EXPECT_EQ(game_->cursor().turn_index, 1);
}

TEST_F(BowlingTest, WhoLeavesLastEndsTheGame) {
  Begin(3, 1);
  Bowl({1, 1, 2, 2, 10});
  EXPECT_FALSE(game_->Resign(2).has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
  EXPECT_EQ(game_->outcome(), (Outcome{1, EndReason::kBoard}));
  EXPECT_TRUE(game_->Undo().has_value());
}

TEST_F(BowlingTest, WhoLeftBeforeCannotWin) {
  Begin(3, 1);
  Bowl({10, 10, 10, 1, 1});
  EXPECT_FALSE(game_->Resign(0).has_value());
  Bowl({2, 2});
  EXPECT_EQ(game_->outcome(), (Outcome{2, EndReason::kBoard}));
}

// OEIS A060853 and MathWorld, "Bowling": 66 ways for a frame, 241 for the last.
TEST_F(BowlingTest, AsManyGamesAsThereAre) {
  Begin(1, 1);
  EXPECT_EQ(Perft(*game_, 3).TotalFinished(), 241u);
  Begin(1, 2);
  EXPECT_EQ(Perft(*game_, 5).TotalFinished(), 66u * 241);
}

TEST(ScoreSheetTest, ScoresByHand) {
  struct Row {
    std::vector<int> balls;
    int total;
  };
  const Row rows[] = {
      {std::vector<int>(20, 0), 0},
      {std::vector<int>(20, 4), 80},
      {std::vector<int>(21, 5), 150},
      {std::vector<int>(12, 10), 300},
      {{10, 7, 3, 9, 0, 10, 0, 8, 8, 2, 0, 6, 10, 10, 10, 8, 1}, 167},
      {{9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9}, 190},
  };
  for (const Row& row : rows) {
    bowling::ScoreSheet sheet(10);
    for (const int pins : row.balls) sheet.Add(pins);
    EXPECT_TRUE(sheet.done());
    EXPECT_EQ(sheet.Total(), row.total);
    EXPECT_EQ(sheet.Scores().back(), row.total);
  }
}

class BowlingCasesTest : public BowlingTest {};

TEST_F(BowlingCasesTest, ScoresAndRefusalsOfOthers) {
  const absl::StatusOr<std::string> text = ReadCase("exercism/bowling.canonical-data.json");
  MEEPLE_REQUIRE_CASES(text);
  const nlohmann::json cases = nlohmann::json::parse(*text).at("cases");
  for (const nlohmann::json& one : cases) {
    SCOPED_TRACE(one.at("description"));
    Begin(1);
    Bowl(one.at("input").at("previousRolls").get<std::vector<int>>());
    const nlohmann::json& expected = one.at("expected");
    if (one.at("property") == "roll") {
      const Move move = Move::Pins(one.at("input").at("roll").get<int>());
      EXPECT_TRUE(game_->Submit(0, move).has_value());
    } else if (expected.is_number()) {
      EXPECT_TRUE(game_->over());
      EXPECT_EQ(Fact("total of X"), std::to_string(expected.get<int>()));
    } else {
      EXPECT_FALSE(game_->over()) << "a score is known at the end only";
    }
  }
  EXPECT_GE(cases.size(), 20u);
}

TEST(BowlingMakingTest, RefusesImpossibleConfigurations) {
  EXPECT_EQ(TryMake("0", 1).status().message(),
            "frames must be a whole number from 1 to 20, not '0'");
  EXPECT_EQ(TryMake("21", 1).status().message(),
            "frames must be a whole number from 1 to 20, not '21'");
  EXPECT_EQ(TryMake("10", 0).status().message(), "bowling is for 1 to 8 players, not 0");
  EXPECT_EQ(TryMake("10", 9).status().message(), "bowling is for 1 to 8 players, not 9");
  EXPECT_TRUE(TryMake("1", 1).ok());
  EXPECT_TRUE(TryMake("20", 8).ok());
}

}  // namespace
}  // namespace meeple::engine

#include "engine/games/reversi/reversi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/notation.h"
#include "engine/core/rendering.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"
#include "engine/testing/perft.h"

namespace meeple::engine {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(const std::string& size,
                                                   std::vector<Player> players) {
  return MakeGame(FindGameKind("reversi"), {{"size", size}}, std::move(players), {});
}

class ReversiTest : public ::testing::Test {
 protected:
  ReversiTest() { Begin(8); }

  void Begin(int size) {
    game_ = *TryMake(std::to_string(size), MakePlayers(2));
    game_->Start();
  }

  static Move Read(const std::string& notation) {
    return *ParseMove(notation, FindGameKind("reversi").move_forms);
  }

  // Plays each move for the seat to move.
  void Play(const std::vector<std::string>& moves) {
    for (const std::string& move : moves) {
      const auto refusal = game_->Submit(game_->cursor().turn_index, Read(move));
      ASSERT_FALSE(refusal.has_value()) << move << ": " << refusal->message;
    }
  }

  Refusal RefusalOf(const std::string& move) {
    const std::optional<Refusal> refusal = game_->Submit(game_->cursor().turn_index, Read(move));
    EXPECT_TRUE(refusal.has_value()) << move;
    return refusal.value_or(Refusal{});
  }

  std::string LegalMoves() const {
    std::string text;
    for (const Move& move : game_->LegalMoves()) text += " " + FormatMove(move);
    return text;
  }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(ReversiTest, Opening) {
  EXPECT_EQ(RenderGame(*game_),
            "X to play\n"
            ".|.|.|.|.|.|.|.\n"
            ".|.|.|.|.|.|.|.\n"
            ".|.|.|.|.|.|.|.\n"
            ".|.|.|O|X|.|.|.\n"
            ".|.|.|X|O|.|.|.\n"
            ".|.|.|.|.|.|.|.\n"
            ".|.|.|.|.|.|.|.\n"
            ".|.|.|.|.|.|.|.\n"
            "discs of O: 2\n"
            "discs of X: 2");
  EXPECT_EQ(LegalMoves(), " d3 c4 f5 e6");
}

TEST_F(ReversiTest, UndoTurnsFlippedDiscsBack) {
  Play({"d3"});
  const std::string after_one = RenderGame(*game_);
  EXPECT_EQ(game_->Picture().facts.at("discs of X"), "4");
  EXPECT_EQ(game_->Picture().facts.at("discs of O"), "1");
  Play({"c3"});
  EXPECT_EQ(game_->Picture().facts.at("discs of X"), "3");
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(RenderGame(*game_), after_one);
}

TEST_F(ReversiTest, RefusalsSayWhatIsPossible) {
  struct Row {
    std::string move;
    RefusalReason reason;
    std::string message;
    std::string rule;
  };
  const Row rows[] = {
      {"i1", RefusalReason::kOutsideBoard, "i1 is outside the board of 8 x 8", ""},
      {"a9", RefusalReason::kOutsideBoard, "a9 is outside the board of 8 x 8", ""},
      {"d4", RefusalReason::kCellTaken, "d4 is taken", ""},
      {"a1", RefusalReason::kIllegalMove, "a1 flips nothing; d3 would", "must_flip"},
      {"e3", RefusalReason::kIllegalMove, "e3 flips nothing; d3 would", "must_flip"},
      {"pass", RefusalReason::kIllegalMove, "only who can flip nothing passes; d3 is possible",
       "pass_only_when_forced"},
  };
  const std::string before = RenderGame(*game_);
  for (const Row& row : rows) {
    const Refusal refusal = RefusalOf(row.move);
    EXPECT_EQ(refusal.reason, row.reason) << row.move;
    EXPECT_EQ(refusal.message, row.message);
    EXPECT_EQ(refusal.rule, row.rule);
  }
  const std::optional<Refusal> form = game_->Submit(0, Move::Roll());
  ASSERT_TRUE(form.has_value());
  EXPECT_EQ(form->reason, RefusalReason::kWrongForm);
  EXPECT_EQ(form->message, "a move of this game is a cell, such as b2, or pass");
  EXPECT_EQ(RenderGame(*game_), before);
}

// Plays on in every way, first moves first, until `wanted` holds; false if it never does.
template <typename Condition>
bool Reach(BoardGame& game, Condition wanted) {
  if (wanted(game)) return true;
  for (const Move& move : game.LegalMoves()) {
    game.ApplyUnchecked(move);
    if (Reach(game, wanted)) return true;
    game.Undo();
  }
  return false;
}

bool MustPass(const BoardGame& game) {
  return game.LegalMoves() == std::vector<Move>{Move::Pass()};
}

TEST_F(ReversiTest, WhoCanFlipNothingMustPass) {
  Begin(4);
  ASSERT_TRUE(Reach(*game_, MustPass));
  const SeatIndex passer = game_->cursor().turn_index;
  const BoardPicture picture = game_->Picture();
  ASSERT_EQ(picture.cells[15], ".") << RenderGame(*game_);
  const Refusal refusal = RefusalOf("d4");
  EXPECT_EQ(refusal.reason, RefusalReason::kIllegalMove);
  EXPECT_EQ(refusal.message, "d4 flips nothing, nor does any other cell; pass");
  EXPECT_EQ(refusal.rule, "must_pass");
  Play({"pass"});
  EXPECT_EQ(game_->Picture(), picture);
  EXPECT_EQ(game_->cursor().turn_index, 1 - passer);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor().turn_index, passer);
}

// The shortest game: all discs are black after nine placements.
TEST_F(ReversiTest, TwoPassesEndAWipeOut) {
  Play({"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"});
  EXPECT_EQ(game_->Picture().facts.at("discs of O"), "0");
  EXPECT_EQ(LegalMoves(), " pass");
  Play({"pass"});
  EXPECT_EQ(LegalMoves(), " pass");
  EXPECT_EQ(game_->cursor().status, GameStatus::kInProgress);
  Play({"pass"});
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
  EXPECT_EQ(game_->outcome().winner, 0);
  EXPECT_EQ(RefusalOf("pass").reason, RefusalReason::kGameOver);

  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kInProgress);
  EXPECT_FALSE(game_->Redo().has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
}

TEST_F(ReversiTest, FullBoardEndsAtOnce) {
  Begin(4);
  ASSERT_TRUE(Reach(*game_, [](const BoardGame& game) {
    const std::vector<std::string> cells = game.Picture().cells;
    return std::find(cells.begin(), cells.end(), ".") == cells.end();
  }));
  EXPECT_TRUE(game_->over());
  EXPECT_EQ(game_->log().standing().back().move.form(), MoveForm::kCell);
}

TEST_F(ReversiTest, EqualDiscsAreADraw) {
  Begin(4);
  ASSERT_TRUE(Reach(
      *game_, [](const BoardGame& game) { return game.cursor().status == GameStatus::kDrawn; }));
  const BoardPicture picture = game_->Picture();
  EXPECT_EQ(picture.facts.at("discs of X"), picture.facts.at("discs of O"));
}

TEST_F(ReversiTest, FlipsAcrossTheLargestBoard) {
  EXPECT_EQ(reversi::FlippedCells<16>(0, uint32_t{14} << (4 * 7)).Count(), 14);
  EXPECT_TRUE(reversi::FlippedCells<16>(0, uint32_t{14} << (4 * 7)).Has(14 * 17));
  reversi::Cells<16> other;
  for (int column = 1; column < 15; ++column) other |= reversi::Cells<16>::Of(column);
  const auto corner = reversi::Cells<16>::Of(15);
  EXPECT_EQ(reversi::CountFlips<16>(0, corner, other), uint32_t{14} << (4 * 4));
  // Nothing runs over the edge into the next row.
  EXPECT_EQ(reversi::CountFlips<16>(31, corner, other), 0u);
}

// A. Bik, aartbik.com/MISC/reversi.html.
TEST_F(ReversiTest, PerftOfTheUsualBoard) {
  EXPECT_EQ(Perft(*game_, 8).nodes,
            (std::vector<uint64_t>{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216}));
}

TEST(ReversiMakingTest, RefusesImpossibleConfigurations) {
  struct Row {
    std::string size;
    std::vector<Player> players;
    std::string message;
  };
  const std::vector<Player> two = MakePlayers(2);
  const Row rows[] = {
      {"2", two, "size must be a whole number from 4 to 16, not '2'"},
      {"18", two, "size must be a whole number from 4 to 16, not '18'"},
      {"5", two, "size must be even, not 5"},
      {"15", two, "size must be even, not 15"},
      {"8", MakePlayers(1), "reversi is for 2 players, not 1"},
      {"8", MakePlayers(3), "reversi is for 2 players, not 3"},
  };
  for (const Row& row : rows) {
    const auto game = TryMake(row.size, row.players);
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(game.status().message(), row.message);
  }
  for (const char* size : {"4", "6", "8", "10", "12", "14", "16"}) {
    EXPECT_TRUE(TryMake(size, two).ok()) << size;
  }
}

}  // namespace
}  // namespace meeple::engine

#include "engine/games/tic_tac_toe/tic_tac_toe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rendering.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"
#include "engine/testing/square_lines.h"

namespace meeple::engine {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(const std::string& size,
                                                   std::vector<Player> players) {
  return MakeGame(FindGameKind("tic_tac_toe"), {{"size", size}}, std::move(players), {});
}

class TicTacToeTest : public ::testing::Test {
 protected:
  TicTacToeTest() { Begin(3, 2); }

  void Begin(int size, int players) {
    game_ = *TryMake(std::to_string(size), MakePlayers(players));
    game_->Start();
  }

  // Plays each cell for the seat to move.
  void Play(const std::vector<Cell>& cells) {
    for (const Cell cell : cells) {
      const auto refusal = game_->Submit(game_->cursor().turn_index, Move::AtCell(cell));
      ASSERT_FALSE(refusal.has_value()) << refusal->message;
    }
  }

  RefusalReason RefusalOf(SeatIndex seat, const Move& move) {
    const std::optional<Refusal> refusal = game_->Submit(seat, move);
    EXPECT_TRUE(refusal.has_value());
    return refusal.value_or(Refusal{}).reason;
  }

  void ExpectWonBy(const std::string& id) {
    EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
    ASSERT_NE(game_->outcome().winner, kNoSeat);
    EXPECT_EQ(game_->players()[game_->outcome().winner].id, id);
  }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(TicTacToeTest, ClassicGame) {
  Play({{0, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 2}});
  ExpectWonBy("X");
  EXPECT_EQ(RenderGame(*game_), "X wins\nX|O|O\n.|X|.\n.|.|X");

  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kInProgress, 0, 4}));
  EXPECT_EQ(RenderGame(*game_), "X to play\nX|O|O\n.|X|.\n.|.|.");
  EXPECT_EQ(RefusalOf(1, Move::AtCell({2, 2})), RefusalReason::kNotYourTurn);
  EXPECT_EQ(RefusalOf(0, Move::AtCell({0, 0})), RefusalReason::kCellTaken);

  EXPECT_FALSE(game_->Submit(0, Move::AtCell({2, 2})).has_value());
  ExpectWonBy("X");
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_FALSE(game_->Redo().has_value());
  ExpectWonBy("X");
}

// Each refusal also breaks every later rule that it can.
TEST_F(TicTacToeTest, RefusalsHaveAnOrder) {
  Play({{0, 0}});
  EXPECT_EQ(RefusalOf(0, Move::AtCell({9, 9})), RefusalReason::kNotYourTurn);
  EXPECT_EQ(RefusalOf(0, Move::AtCell({0, 0})), RefusalReason::kNotYourTurn);
  EXPECT_EQ(RefusalOf(1, Move::InColumn(9)), RefusalReason::kWrongForm);
  EXPECT_EQ(RefusalOf(1, Move::AtCell({3, 0})), RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf(1, Move::AtCell({0, 3})), RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf(1, Move::AtCell({-1, 0})), RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf(1, Move::AtCell({0, 0})), RefusalReason::kCellTaken);
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kInProgress, 1, 1}));
  Play({{1, 0}, {0, 1}, {1, 1}, {0, 2}});
  EXPECT_EQ(RefusalOf(1, Move::AtCell({9, 9})), RefusalReason::kGameOver);
}

TEST_F(TicTacToeTest, RefusalSaysWhatIsWrong) {
  Play({{0, 0}});
  EXPECT_EQ(game_->Check(0, Move::AtCell({1, 1}))->message, "it is the turn of O");
  EXPECT_EQ(game_->Check(1, Move::AtCell({0, 0}))->message, "a1 is taken");
  EXPECT_EQ(game_->Check(1, Move::AtCell({0, 3}))->message, "d1 is outside the board of 3 x 3");
}

TEST_F(TicTacToeTest, WinOnTheLastFreeCellIsAWin) {
  Play({{0, 0}, {0, 1}, {1, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 2}, {2, 0}});
  EXPECT_EQ(game_->cursor().turns, 9);
  ExpectWonBy("X");
}

TEST_F(TicTacToeTest, TwoLinesAtOnceAreOneWin) {
  Play({{0, 1}, {1, 1}, {0, 2}, {1, 2}, {1, 0}, {2, 1}, {2, 0}, {2, 2}, {0, 0}});
  ExpectWonBy("X");
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kInProgress, 0, 8}));
}

TEST_F(TicTacToeTest, FullBoardWithoutALineIsADraw) {
  Play({{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 0}, {2, 0}, {1, 1}, {2, 2}, {2, 1}});
  EXPECT_EQ(game_->cursor().status, GameStatus::kDrawn);
  EXPECT_EQ(RenderGame(*game_), "draw\nX|O|X\nX|X|O\nO|X|O");
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kInProgress);
}

TEST_F(TicTacToeTest, NineTimesUndoNineTimesRedo) {
  Play({{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 0}, {2, 0}, {1, 1}, {2, 2}, {2, 1}});
  const std::string end = RenderGame(*game_);
  for (int turn = 9; turn > 0; --turn) EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(RenderGame(*game_), "X to play\n.|.|.\n.|.|.\n.|.|.");
  EXPECT_EQ(game_->Undo()->reason, RefusalReason::kNothingToUndo);
  for (int turn = 0; turn < 9; ++turn) EXPECT_FALSE(game_->Redo().has_value());
  EXPECT_EQ(RenderGame(*game_), end);
  EXPECT_EQ(game_->Redo()->reason, RefusalReason::kNothingToRedo);
  EXPECT_EQ(RenderGame(*game_), end);
}

TEST_F(TicTacToeTest, ThreePlayersTakeTurns) {
  Begin(4, 3);
  Play({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {3, 3}, {1, 3}});
  ExpectWonBy("O");
  EXPECT_EQ(RenderGame(*game_), "O wins\nX|X|X|.\nO|O|O|O\nA|A|A|.\n.|.|.|X");
}

TEST_F(TicTacToeTest, OthersPlayOnAfterAResignation) {
  Begin(3, 3);
  Play({{0, 0}, {0, 1}, {0, 2}});
  EXPECT_FALSE(game_->Resign(1).has_value());
  Play({{1, 0}, {1, 1}, {2, 0}});
  ExpectWonBy("X");
  EXPECT_EQ(RenderGame(*game_), "X wins\nX|O|A\nX|A|.\nX|.|.");
}

class LineTest : public TicTacToeTest {
 protected:
  // `winner` fills `line` in that order while the other plays elsewhere.
  void FillLine(int size, const std::vector<Cell>& line, SeatIndex winner) {
    Begin(size, 2);
    for (const Cell cell : line) {
      EXPECT_FALSE(game_->over());
      if (game_->cursor().turn_index != winner) PlayOffLine(line);
      Play({cell});
      if (!game_->over()) PlayOffLine(line);
    }
  }

  // Plays the first cell that is not on `line` and does not end the game.
  void PlayOffLine(const std::vector<Cell>& line) {
    for (const Move& move : game_->LegalMoves()) {
      if (std::find(line.begin(), line.end(), move.cell()) != line.end()) continue;
      game_->ApplyUnchecked(move);
      if (!game_->over()) return;
      game_->Undo();
    }
    FAIL() << "no harmless move";
  }
};

TEST_F(LineTest, EveryLineWinsWithEachCellAsTheLast) {
  for (int size : {3, 4, 5}) {
    for (std::vector<Cell> line : SquareLines(size)) {
      for (int rotation = 0; rotation < size; ++rotation) {
        for (SeatIndex winner : {0, 1}) {
          FillLine(size, line, winner);
          ExpectWonBy(winner == 0 ? "X" : "O");
          ASSERT_FALSE(HasFailure()) << RenderGame(*game_);
        }
        std::rotate(line.begin(), line.begin() + 1, line.end());
      }
    }
  }
}

TEST_F(LineTest, LargestBoard) {
  for (const std::vector<Cell>& line : {SquareLines(100)[99], SquareLines(100)[199],
                                        SquareLines(100)[200], SquareLines(100)[201]}) {
    FillLine(100, line, 1);
    ExpectWonBy("O");
    EXPECT_EQ(game_->cursor().turns, 200);
  }
}

TEST(TicTacToeMakingTest, RefusesImpossibleConfigurations) {
  struct Row {
    std::string size;
    std::vector<Player> players;
    std::string message;
  };
  const std::vector<Player> two = MakePlayers(2);
  const Row rows[] = {
      {"2", two, "size must be a whole number from 3 to 100, not '2'"},
      {"101", two, "size must be a whole number from 3 to 100, not '101'"},
      {"-3", two, "size must be a whole number from 3 to 100, not '-3'"},
      {"three", two, "size must be a whole number from 3 to 100, not 'three'"},
      {"3", MakePlayers(1), "tic_tac_toe is for 2 to 8 players, not 1"},
      {"3", MakePlayers(9), "tic_tac_toe is for 2 to 8 players, not 9"},
      {"3", {{"ann", 'X'}, {"ben", 'X'}}, "two players have the symbol X"},
      {"3", {{"ann", 'X'}, {"ann", 'O'}}, "two players have the id 'ann'"},
  };
  for (const Row& row : rows) {
    const auto game = TryMake(row.size, row.players);
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(game.status().message(), row.message);
  }
  EXPECT_TRUE(TryMake("3", two).ok());
  EXPECT_TRUE(TryMake("100", MakePlayers(8)).ok());
}

}  // namespace
}  // namespace meeple::engine

#include "engine/games/mnk/mnk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/rendering.h"
#include "engine/testing/cases.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"
#include "engine/testing/perft.h"
#include "engine/testing/recorded_games.h"

namespace meeple::engine {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(int rows, int columns, int k, int players = 2) {
  return MakeGame(FindGameKind("mnk"),
                  {{"rows", std::to_string(rows)},
                   {"columns", std::to_string(columns)},
                   {"k", std::to_string(k)}},
                  MakePlayers(players), {});
}

class MnkTest : public ::testing::Test {
 protected:
  void Begin(int rows, int columns, int k, int players = 2) {
    game_ = *TryMake(rows, columns, k, players);
    game_->Start();
  }

  // Plays each cell for the seat to move.
  void Play(const std::vector<Cell>& cells) {
    for (const Cell cell : cells) {
      const auto refusal = game_->Submit(game_->cursor().turn_index, Move::AtCell(cell));
      ASSERT_FALSE(refusal.has_value()) << refusal->message;
    }
  }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(MnkTest, DefaultIsTicTacToe) {
  game_ = *MakeGame(FindGameKind("mnk"), {}, MakePlayers(2), {});
  game_->Start();
  Play({{0, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 2}});
  EXPECT_EQ(RenderGame(*game_), "X wins\nX|O|O\n.|X|.\n.|.|X");
}

TEST_F(MnkTest, WinsOnAnOblongBoard) {
  Begin(3, 4, 3);
  Play({{1, 0}, {1, 1}, {1, 2}, {0, 2}, {2, 1}, {2, 0}});
  EXPECT_EQ(RenderGame(*game_), "O wins\n.|.|O|.\nX|O|X|.\nO|X|.|.");
}

TEST_F(MnkTest, LineMayBeLongerThanTheShorterSide) {
  Begin(2, 6, 6);
  Play({{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {0, 4}, {1, 4}, {0, 5}});
  EXPECT_EQ(game_->outcome().winner, 0);
}

TEST_F(MnkTest, UndoTakesAWinBack) {
  Begin(1, 4, 2);
  Play({{0, 0}, {0, 3}, {0, 1}});
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(RenderGame(*game_), "X to play\nX|.|.|O");
  Play({{0, 2}, {0, 1}});
  EXPECT_EQ(RenderGame(*game_), "draw\nX|O|X|O");
}

TEST_F(MnkTest, RefusalsSayWhy) {
  Begin(2, 3, 2);
  Play({{0, 0}});
  EXPECT_EQ(game_->Submit(0, Move::AtCell({1, 1}))->reason, RefusalReason::kNotYourTurn);
  EXPECT_EQ(game_->Submit(1, Move::InColumn(1))->message,
            "a move of this game is a cell, such as b2");
  EXPECT_EQ(game_->Submit(1, Move::AtCell({2, 0}))->message, "a3 is outside the board of 2 x 3");
  EXPECT_EQ(game_->Submit(1, Move::AtCell({0, 3}))->message, "d1 is outside the board of 2 x 3");
  EXPECT_EQ(game_->Submit(1, Move::AtCell({0, 0}))->reason, RefusalReason::kCellTaken);
}

TEST(MnkMakingTest, RefusesImpossibleConfigurations) {
  struct Row {
    int rows;
    int columns;
    int k;
    int players;
    std::string message;
  };
  const Row rows[] = {
      {0, 3, 3, 2, "rows must be a whole number from 1 to 100, not '0'"},
      {101, 3, 3, 2, "rows must be a whole number from 1 to 100, not '101'"},
      {3, 0, 3, 2, "columns must be a whole number from 1 to 100, not '0'"},
      {3, 101, 3, 2, "columns must be a whole number from 1 to 100, not '101'"},
      {3, 3, 1, 2, "k must be a whole number from 2 to 100, not '1'"},
      {3, 3, 101, 2, "k must be a whole number from 2 to 100, not '101'"},
      {3, 4, 5, 2, "k must be no more than the longer side of the board, 4, not 5"},
      {1, 1, 2, 2, "k must be no more than the longer side of the board, 1, not 2"},
      {3, 3, 3, 1, "mnk is for 2 to 8 players, not 1"},
      {3, 3, 3, 9, "mnk is for 2 to 8 players, not 9"},
  };
  for (const Row& row : rows) {
    const auto game = TryMake(row.rows, row.columns, row.k, row.players);
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument) << row.message;
    EXPECT_EQ(game.status().message(), row.message);
  }
  EXPECT_TRUE(TryMake(1, 2, 2).ok());
  EXPECT_TRUE(TryMake(100, 1, 100, 8).ok());
  EXPECT_TRUE(TryMake(100, 100, 2, 8).ok());
}

TEST(MnkTraceTest, RecordedGameIsTheSameHere) {
  const auto trace = LoadTrace("mnk");
  MEEPLE_REQUIRE_CASES(trace);
  EXPECT_EQ(DifferenceFromTrace(**TryMake(15, 15, 5), *trace, CellActions(15, 15)), "");
}

TEST(MnkLineVectorsTest, AllOfItsRule) {
  const auto vectors = LoadLineVectors();
  MEEPLE_REQUIRE_CASES(vectors);
  int played = 0;
  for (const LineVector& vector : *vectors) {
    if (vector.game != "mnk" || vector.rule != "freestyle") continue;
    EXPECT_EQ(DifferenceFromVector(**TryMake(vector.height, vector.width, vector.k), vector), "");
    ++played;
  }
  EXPECT_GT(played, 0);
}

// The tree of 3,3,3 is that of tic-tac-toe: OEIS A061526 for the total.
TEST(MnkPerftTest, AllGamesOnThreeByThree) {
  const auto game = *TryMake(3, 3, 3);
  game->Start();
  const PerftCounts counts = Perft(*game, 9);
  EXPECT_EQ(counts.nodes,
            (std::vector<uint64_t>{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}));
  EXPECT_EQ(counts.wins, (std::vector<uint64_t>{131'184, 77'904}));
  EXPECT_EQ(counts.draws, 46'080u);
}

// 1 the seat to move wins, 0 draw, -1 it loses; by searching everything once.
int Solve(BoardGame& game, std::map<std::string, int>& known) {
  if (game.over()) return game.cursor().status == GameStatus::kDrawn ? 0 : -1;
  std::string board;
  for (const std::string& cell : game.Picture().cells) board += cell;
  if (const auto found = known.find(board); found != known.end()) return found->second;
  int best = -1;
  for (const Move& move : game.LegalMoves()) {
    game.ApplyUnchecked(move);
    best = std::max(best, -Solve(game, known));
    game.Undo();
    if (best == 1) break;
  }
  return known[board] = best;
}

int ValueOf(int rows, int columns, int k) {
  const auto game = *TryMake(rows, columns, k);
  game->Start();
  std::map<std::string, int> known;
  return Solve(*game, known);
}

// Wikipedia, "m,n,k-game".
TEST(MnkValueTest, SmallBoardsAreAsIsKnown) {
  EXPECT_EQ(ValueOf(3, 3, 3), 0);
  EXPECT_EQ(ValueOf(4, 3, 3), 1);
  EXPECT_EQ(ValueOf(3, 4, 3), 1);
  EXPECT_EQ(ValueOf(1, 5, 2), 1);
}

}  // namespace
}  // namespace meeple::engine

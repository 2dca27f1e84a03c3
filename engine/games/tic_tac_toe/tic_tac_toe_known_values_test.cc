// Tic-tac-toe against what is known of it from elsewhere, and against a slow scan of its own board.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/games/tic_tac_toe/tic_tac_toe.h"
#include "engine/testing/cases.h"
#include "engine/testing/make_players.h"
#include "engine/testing/perft.h"
#include "engine/testing/recorded_games.h"

namespace meeple::engine {
namespace {

std::unique_ptr<TicTacToe> Begin(int size) {
  auto game = std::make_unique<TicTacToe>(MakePlayers(2), GameOptions{}, size);
  game->Start();
  return game;
}

void PlayRandomMove(BoardGame& game, uint64_t seed) {
  const std::vector<Move> moves = game.LegalMoves();
  game.ApplyUnchecked(moves[DrawBelow(moves.size(), seed, game.cursor().turns, 0)]);
}

// How many marks of `seat` stand on the cells (row + i * down, column + i * right).
int Scan(const BoardView& board, SeatIndex seat, Cell cell, int down, int right) {
  int marks = 0;
  for (; board.Contains(cell); cell = {cell.row + down, cell.column + right}) {
    if (board.At(cell) == seat) ++marks;
  }
  return marks;
}

// The counters of `seat` against the board. Returns whether it fills a line.
bool ExpectCountersAgree(const TicTacToe& game, SeatIndex seat) {
  const int size = game.board().rows();
  const int falling = Scan(game.board(), seat, {0, 0}, 1, 1);
  const int rising = Scan(game.board(), seat, {size - 1, 0}, -1, 1);
  EXPECT_EQ(game.rule().OnFallingDiagonal(seat), falling);
  EXPECT_EQ(game.rule().OnRisingDiagonal(seat), rising);
  bool fills = falling == size || rising == size;
  for (int i = 0; i < size; ++i) {
    const int in_row = Scan(game.board(), seat, {i, 0}, 0, 1);
    const int in_column = Scan(game.board(), seat, {0, i}, 1, 0);
    EXPECT_EQ(game.rule().InRow(seat, i), in_row);
    EXPECT_EQ(game.rule().InColumn(seat, i), in_column);
    fills = fills || in_row == size || in_column == size;
  }
  return fills;
}

void ExpectAgrees(const TicTacToe& game) {
  const bool x_fills = ExpectCountersAgree(game, 0);
  const bool o_fills = ExpectCountersAgree(game, 1);
  EXPECT_FALSE(x_fills && o_fills);
  EXPECT_EQ(game.cursor().status == GameStatus::kWon, x_fills || o_fills);
  EXPECT_EQ(game.outcome().winner, x_fills ? 0 : o_fills ? 1 : kNoSeat);
}

TEST(TicTacToeCountersTest, AgreeWithAFullScanAtEveryPly) {
  for (int size : {3, 4, 5}) {
    for (uint64_t seed = 0; seed < 3'000; ++seed) {
      const std::unique_ptr<TicTacToe> game = Begin(size);
      ExpectAgrees(*game);
      while (!game->over()) {
        PlayRandomMove(*game, seed);
        ExpectAgrees(*game);
      }
      while (!game->Undo().has_value()) ExpectAgrees(*game);
      ASSERT_FALSE(HasFailure()) << size << " x " << size << ", seed " << seed;
    }
  }
}

// Exact shares of uniformly random play: 737/1260, 121/420 and 8/63.
TEST(TicTacToeRandomPlayTest, SharesAreNearTheExactOnes) {
  std::map<SeatIndex, int> ends;
  constexpr int games = 10'000;
  for (uint64_t seed = 0; seed < games; ++seed) {
    const std::unique_ptr<TicTacToe> game = Begin(3);
    while (!game->over()) PlayRandomMove(*game, seed);
    ++ends[game->outcome().winner];
  }
  // Three standard deviations are at most 0.015.
  EXPECT_NEAR(ends[0], games * 737.0 / 1260, games * 0.015);
  EXPECT_NEAR(ends[1], games * 121.0 / 420, games * 0.015);
  EXPECT_NEAR(ends[kNoSeat], games * 8.0 / 63, games * 0.015);
}

// OEIS A061526 for the total; the rest recounted by several authors.
TEST(TicTacToePerftTest, AllGamesOnTheSmallestBoard) {
  const std::unique_ptr<TicTacToe> game = Begin(3);
  const PerftCounts counts = Perft(*game, 9);
  EXPECT_EQ(counts.nodes,
            (std::vector<uint64_t>{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}));
  EXPECT_EQ(counts.finished,
            (std::vector<uint64_t>{0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872}));
  EXPECT_EQ(counts.TotalFinished(), 255'168u);
  EXPECT_EQ(counts.wins, (std::vector<uint64_t>{131'184, 77'904}));
  EXPECT_EQ(counts.draws, 46'080u);
  EXPECT_EQ(game->cursor(), (TurnCursor{GameStatus::kInProgress, 0, 0}));
}

// The reachable boards, each with how it stands.
struct Position {
  int turns;
  GameStatus status;
  SeatIndex winner;
};

void Explore(BoardGame& game, std::map<std::string, Position>& positions) {
  std::string board;
  for (const std::string& cell : game.Picture().cells) board += cell;
  const Position position = {game.cursor().turns, game.cursor().status, game.outcome().winner};
  if (!positions.emplace(board, position).second) return;
  for (const Move& move : game.LegalMoves()) {
    game.ApplyUnchecked(move);
    Explore(game, positions);
    game.Undo();
  }
}

std::map<std::string, Position> AllPositions() {
  std::map<std::string, Position> positions;
  Explore(*Begin(3), positions);
  return positions;
}

TEST(TicTacToePositionsTest, AreAsManyAsIsKnown) {
  std::vector<int> by_turn(10);
  std::map<SeatIndex, int> ends;
  for (const auto& [board, position] : AllPositions()) {
    ++by_turn[position.turns];
    if (position.status != GameStatus::kInProgress) ++ends[position.winner];
  }
  EXPECT_EQ(by_turn, (std::vector<int>{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78}));
  EXPECT_EQ(AllPositions().size(), 5'478u);
  EXPECT_EQ(ends, (std::map<SeatIndex, int>{{0, 626}, {1, 316}, {kNoSeat, 16}}));
}

TEST(TicTacToePositionsTest, ImpossibleBoardsAreNeverReached) {
  const auto verdicts = LoadBoardVerdicts();
  MEEPLE_REQUIRE_CASES(verdicts);
  const std::map<std::string, Position> positions = AllPositions();
  int impossible = 0;
  for (const BoardVerdict& row : *verdicts) {
    std::string board = row.board[0] + row.board[1] + row.board[2];
    std::replace(board.begin(), board.end(), ' ', '.');
    const auto found = positions.find(board);
    std::string verdict = "error";
    if (found == positions.end()) {
      ++impossible;
    } else if (found->second.status == GameStatus::kWon) {
      verdict = "win";
    } else {
      verdict = found->second.status == GameStatus::kDrawn ? "draw" : "ongoing";
    }
    EXPECT_EQ(verdict, row.verdict) << row.description << ": " << board;
  }
  EXPECT_EQ(verdicts->size(), 29u);
  EXPECT_GT(impossible, 0);
}

TEST(TicTacToeTraceTest, RecordedGameIsTheSameHere) {
  const auto trace = LoadTrace("tic_tac_toe");
  MEEPLE_REQUIRE_CASES(trace);
  EXPECT_EQ(DifferenceFromTrace(*Begin(3)->NewGame(), *trace, CellActions(3, 3)), "");
}

TEST(TicTacToeLineVectorsTest, FullLinesOnSquareBoards) {
  const auto vectors = LoadLineVectors();
  MEEPLE_REQUIRE_CASES(vectors);
  int played = 0;
  for (const LineVector& vector : *vectors) {
    if (vector.game != "mnk" || vector.k != vector.width || vector.k != vector.height) continue;
    EXPECT_EQ(DifferenceFromVector(*Begin(vector.width)->NewGame(), vector), "");
    ++played;
  }
  EXPECT_EQ(played, 5);
}

}  // namespace
}  // namespace meeple::engine

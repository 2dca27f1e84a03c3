#include "engine/core/k_in_a_row.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/counter_random.h"
#include "engine/core/line_counter.h"

namespace meeple::engine {
namespace {

// A board from its rows: a digit is a mark of that seat.
Board BoardOf(const std::vector<std::string>& rows) {
  Board board(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const char mark = rows[row][column];
      if (mark != '.') board.Place({row, column}, mark - '0');
    }
  }
  return board;
}

std::vector<Cell> ShuffledCells(int rows, int columns, uint64_t seed) {
  std::vector<Cell> cells;
  for (int i = 0; i < rows * columns; ++i) cells.push_back({i / columns, i % columns});
  for (size_t i = cells.size() - 1; i > 0; --i) {
    std::swap(cells[i], cells[DrawBelow(i + 1, seed, i, 0)]);
  }
  return cells;
}

// The games go on after a win, so that both rules also meet boards with many full lines.
TEST(KInARowTest, AgreesWithLineCounterOnEveryMove) {
  constexpr int kGamesPerSize = 5'000;
  int wins = 0;
  for (int size : {3, 4, 5, 6}) {
    const KInARow rule(size);
    for (uint64_t seed = 0; seed < kGamesPerSize; ++seed) {
      const int seats = 2 + static_cast<int>(seed % 2);
      Board board(size, size);
      LineCounter counter(size, seats);
      SeatIndex seat = 0;
      for (const Cell cell : ShuffledCells(size, size, seed)) {
        board.Place(cell, seat);
        counter.Add(cell, seat);
        const bool completes = rule.Completes(board, cell);
        ASSERT_EQ(completes, counter.Completes(board, cell))
            << size << " x " << size << ", seed " << seed;
        wins += completes ? 1 : 0;
        seat = (seat + 1) % seats;
      }
    }
  }
  EXPECT_EQ(wins, 8'210);
}

// Every line of k cells of a rows x columns board.
std::vector<std::vector<Cell>> AllLines(int rows, int columns, int k) {
  std::vector<std::vector<Cell>> lines;
  const Board board(rows, columns);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      for (const Cell step : {Cell{0, 1}, Cell{1, 0}, Cell{1, 1}, Cell{1, -1}}) {
        std::vector<Cell> line;
        for (int i = 0; i < k; ++i) {
          line.push_back({row + i * step.row, column + i * step.column});
        }
        if (board.Contains(line.back())) lines.push_back(line);
      }
    }
  }
  return lines;
}

struct Shape {
  int rows;
  int columns;
  int k;
};

class KInARowShapeTest : public ::testing::TestWithParam<Shape> {
 protected:
  const int rows_ = GetParam().rows;
  const int columns_ = GetParam().columns;
  const int k_ = GetParam().k;
  const KInARow rule_{k_};
  Board board_{rows_, columns_};
};

TEST_P(KInARowShapeTest, EveryLineWinsFromEachOfItsCells) {
  for (const std::vector<Cell>& line : AllLines(rows_, columns_, k_)) {
    for (const Cell cell : line) board_.Place(cell, 1);
    for (const Cell cell : line) EXPECT_TRUE(rule_.Completes(board_, cell));
    for (const Cell cell : line) board_.Clear(cell);
  }
}

TEST_P(KInARowShapeTest, LineWithAGapOrAnotherMarkWinsFromNone) {
  for (const std::vector<Cell>& line : AllLines(rows_, columns_, k_)) {
    for (const Cell gap : line) {
      for (const Cell cell : line) {
        if (cell != gap) board_.Place(cell, 1);
      }
      for (const Cell cell : line) {
        if (cell != gap) {
          EXPECT_FALSE(rule_.Completes(board_, cell));
        }
      }
      board_.Place(gap, 2);
      for (const Cell cell : line) EXPECT_FALSE(rule_.Completes(board_, cell));
      for (const Cell cell : line) board_.Clear(cell);
    }
  }
}

std::string NameOf(const ::testing::TestParamInfo<Shape>& info) {
  return "Rows" + std::to_string(info.param.rows) + "Columns" + std::to_string(info.param.columns) +
         "K" + std::to_string(info.param.k);
}

INSTANTIATE_TEST_SUITE_P(Shapes, KInARowShapeTest,
                         ::testing::Values(Shape{6, 7, 4}, Shape{7, 6, 4}, Shape{4, 9, 4},
                                           Shape{9, 4, 4}, Shape{1, 6, 3}, Shape{6, 1, 6},
                                           Shape{2, 2, 2}, Shape{15, 15, 5}, Shape{3, 100, 100},
                                           Shape{100, 3, 3}),
                         NameOf);

TEST(KInARowTest, ConnectFourHasSixtyNineLines) { EXPECT_EQ(AllLines(6, 7, 4).size(), 69u); }

TEST(KInARowTest, LinesDoNotGoOnBehindTheEdge) {
  const Board board = BoardOf({"..00",  //
                               "0...",  //
                               "0..0",  //
                               ".0.."});
  const KInARow rule(3);
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      if (board.IsEmpty({row, column})) continue;
      EXPECT_FALSE(rule.Completes(board, {row, column})) << row << ", " << column;
    }
  }
}

TEST(KInARowTest, OnlyLinesThroughTheCellCount) {
  const Board board = BoardOf({"0001",  //
                               "....",  //
                               ".0.."});
  const KInARow rule(3);
  EXPECT_TRUE(rule.Completes(board, {0, 0}));
  EXPECT_FALSE(rule.Completes(board, {2, 1}));
  EXPECT_FALSE(rule.Completes(board, {0, 3}));
}

TEST(KInARowTest, LongerRunsWinToo) {
  const Board board = BoardOf({"11111111"});
  for (int k = 1; k <= 8; ++k) EXPECT_TRUE(KInARow(k).Completes(board, {0, 3})) << k;
  EXPECT_FALSE(KInARow(9).Completes(board, {0, 3}));
}

TEST(RunsThroughTest, MeasuresAllFourLines) {
  const Board board = BoardOf({"0..0..",  //
                               ".0.0..",  //
                               "..00.1",  //
                               "100001",  //
                               "..0..0",  //
                               ".1.0.."});
  const std::array<MarkRun, 4> runs = RunsThrough(board, {3, 3});
  EXPECT_EQ(runs[0], (MarkRun{.length = 4, .blocked_before = true, .blocked_after = true}));
  EXPECT_EQ(runs[1], (MarkRun{.length = 4, .blocked_before = false, .blocked_after = false}));
  EXPECT_EQ(runs[2], (MarkRun{.length = 4, .blocked_before = false, .blocked_after = false}));
  EXPECT_EQ(runs[3], (MarkRun{.length = 2, .blocked_before = true, .blocked_after = false}));
}

TEST(RunsThroughTest, EdgeIsNoBlock) {
  const Board board = BoardOf({"0001",  //
                               "1...",  //
                               "...0"});
  const std::array<MarkRun, 4> corner = RunsThrough(board, {0, 0});
  EXPECT_EQ(corner[0], (MarkRun{.length = 3, .blocked_before = false, .blocked_after = true}));
  EXPECT_EQ(corner[1], (MarkRun{.length = 1, .blocked_before = false, .blocked_after = true}));
  EXPECT_EQ(corner[2], (MarkRun{.length = 1}));
  EXPECT_EQ(corner[3], (MarkRun{.length = 1}));
  for (const MarkRun& run : RunsThrough(board, {2, 3})) EXPECT_EQ(run, MarkRun{.length = 1});
}

TEST(CheckLineFitsTest, LongerSideIsTheLimit) {
  EXPECT_TRUE(CheckLineFits(5, 3, 5).ok());
  EXPECT_TRUE(CheckLineFits(5, 5, 3).ok());
  const absl::Status status = CheckLineFits(6, 3, 5);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "k must be no more than the longer side of the board, 5, not 6");
}

TEST(EstimateRowsTest, CountsStretchesThatCanStillBeFilled) {
  Board board(3, 3);
  EXPECT_EQ(EstimateRows(board, 3, 0), 0);
  board.Place({1, 1}, 0);
  EXPECT_EQ(EstimateRows(board, 3, 0), 4) << "two diagonals, a row, a column";
  EXPECT_EQ(EstimateRows(board, 3, 1), -4);
  board.Place({0, 0}, 1);
  EXPECT_EQ(EstimateRows(board, 3, 0), 1) << "three of X, one taken; two of O";
  board.Place({2, 1}, 0);
  EXPECT_EQ(EstimateRows(board, 3, 0), 4 + 1 + 1 + 1 - 2) << "a column of two";
}

TEST(EstimateRowsTest, StaysInRange) {
  Board board(20, 20);
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 20; ++column) board.Place({row, column}, 0);
  }
  EXPECT_EQ(EstimateRows(board, 20, 0), BoardGame::kMostEstimate);
  EXPECT_EQ(EstimateRows(board, 20, 1), -BoardGame::kMostEstimate);
}

}  // namespace
}  // namespace meeple::engine

#include "engine/core/line_counter.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/testing/square_lines.h"

namespace meeple::engine {
namespace {

class LineCounterTest : public ::testing::TestWithParam<int> {
 protected:
  void Mark(Cell cell, SeatIndex seat) {
    board_.Place(cell, seat);
    counter_.Add(cell, seat);
  }
  void Unmark(Cell cell) {
    counter_.Remove(cell, board_.At(cell));
    board_.Clear(cell);
  }

  static constexpr int kSeats = 8;
  const int size_ = GetParam();
  Board board_{size_, size_};
  LineCounter counter_{size_, kSeats};
};

// Each line for each mark, with each of its cells as the last one.
TEST_P(LineCounterTest, EveryLineWinsForEveryMark) {
  for (const std::vector<Cell>& line : SquareLines(size_)) {
    for (SeatIndex seat = 0; seat < kSeats; ++seat) {
      for (const Cell last : line) {
        for (const Cell cell : line) {
          if (cell == last) continue;
          Mark(cell, seat);
          EXPECT_FALSE(counter_.Completes(board_, cell));
        }
        Mark(last, seat);
        EXPECT_TRUE(counter_.Completes(board_, last));
        for (const Cell cell : line) Unmark(cell);
      }
    }
  }
}

TEST_P(LineCounterTest, LineOfTwoMarksWinsForNobody) {
  for (const std::vector<Cell>& line : SquareLines(size_)) {
    for (const Cell odd : line) {
      for (const Cell cell : line) Mark(cell, cell == odd ? 1 : 0);
      for (const Cell cell : line) EXPECT_FALSE(counter_.Completes(board_, cell));
      for (const Cell cell : line) Unmark(cell);
    }
  }
}

TEST_P(LineCounterTest, WinIsTheSameWhateverElseStands) {
  for (int column = 0; column < size_; ++column) Mark({0, column}, 2);
  Mark({1, 0}, 2);
  EXPECT_TRUE(counter_.Completes(board_, {0, 1}));
  EXPECT_FALSE(counter_.Completes(board_, {1, 0})) << "not on the line";
}

TEST_P(LineCounterTest, EmptyAgainAfterTakingBack) {
  for (int row = 0; row < size_; ++row) Mark({row, row}, 5);
  for (int row = 0; row < size_; ++row) Unmark({row, row});
  for (int i = 0; i < size_; ++i) {
    EXPECT_EQ(counter_.InRow(5, i), 0);
    EXPECT_EQ(counter_.InColumn(5, i), 0);
  }
  EXPECT_EQ(counter_.OnFallingDiagonal(5), 0);
  EXPECT_EQ(counter_.OnRisingDiagonal(5), 0);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LineCounterTest, ::testing::Values(3, 4, 5, 10));

TEST(LineCounterCentreTest, CentreOfAnOddBoardIsOnBothDiagonals) {
  for (int size : {3, 5, 7}) {
    LineCounter counter(size, 2);
    counter.Add({size / 2, size / 2}, 1);
    EXPECT_EQ(counter.OnFallingDiagonal(1), 1);
    EXPECT_EQ(counter.OnRisingDiagonal(1), 1);
    EXPECT_EQ(counter.InRow(1, size / 2), 1);
    EXPECT_EQ(counter.InColumn(1, size / 2), 1);
    EXPECT_EQ(counter.OnFallingDiagonal(0), 0);
  }
}

TEST(LineCounterCentreTest, EvenBoardsHaveNoCellOnBoth) {
  for (int i = 0; i < 4; ++i) {
    LineCounter counter(4, 1);
    counter.Add({i, i}, 0);
    EXPECT_EQ(counter.OnFallingDiagonal(0), 1);
    EXPECT_EQ(counter.OnRisingDiagonal(0), 0);
  }
}

}  // namespace
}  // namespace meeple::engine

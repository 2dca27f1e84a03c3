#include "engine/core/board.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/core/cell_rules.h"

namespace meeple::engine {
namespace {

TEST(BoardTest, KnowsItsEdges) {
  const Board board(2, 3);
  EXPECT_TRUE(board.Contains({0, 0}));
  EXPECT_TRUE(board.Contains({1, 2}));
  for (const Cell outside : {Cell{-1, 0}, Cell{0, -1}, Cell{2, 0}, Cell{0, 3}, Cell{2, 3},
                             Cell{INT32_MAX, 0}, Cell{0, INT32_MIN}}) {
    EXPECT_FALSE(board.Contains(outside)) << outside.row << "," << outside.column;
  }
}

TEST(BoardTest, PlacesAndClears) {
  Board board(2, 3);
  board.Place({1, 2}, 7);
  EXPECT_EQ(board.At({1, 2}), 7);
  EXPECT_EQ(board.filled(), 1);
  board.Clear({1, 2});
  EXPECT_TRUE(board.IsEmpty({1, 2}));
  EXPECT_EQ(board.filled(), 0);
}

TEST(BoardTest, IsFullOnlyWithTheLastCell) {
  Board board(2, 2);
  board.Place({0, 0}, 0);
  board.Place({0, 1}, 1);
  board.Place({1, 0}, 0);
  EXPECT_FALSE(board.IsFull());
  board.Place({1, 1}, 1);
  EXPECT_TRUE(board.IsFull());
}

TEST(BoardTest, CopiesAreIndependent) {
  Board board(2, 2);
  Board copy = board;
  copy.Place({0, 0}, 1);
  EXPECT_TRUE(board.IsEmpty({0, 0}));
}

TEST(BoardTest, DrawsSymbols) {
  Board board(2, 3);
  board.Place({0, 1}, 1);
  board.Place({1, 2}, 0);
  const BoardPicture picture = DrawBoard(board, {{"ann", 'X'}, {"ben", 'O'}});
  EXPECT_EQ(RenderPicture(picture), ".|O|.\n.|.|X");
}

TEST(CellRulesTest, ListsEmptyCellsInOrder) {
  Board board(2, 2);
  board.Place({0, 1}, 0);
  std::vector<Move> moves;
  ListEmptyCells(board, moves);
  EXPECT_EQ(moves,
            (std::vector<Move>{Move::AtCell({0, 0}), Move::AtCell({1, 0}), Move::AtCell({1, 1})}));
}

TEST(CellRulesTest, RefusesInOrder) {
  Board board(2, 2);
  board.Place({0, 1}, 0);
  EXPECT_EQ(CheckEmptyCell(board, Move::InColumn(9))->reason, RefusalReason::kWrongForm);
  EXPECT_EQ(CheckEmptyCell(board, Move::AtCell({2, 0}))->reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(CheckEmptyCell(board, Move::AtCell({0, -1}))->reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(CheckEmptyCell(board, Move::AtCell({0, 1}))->reason, RefusalReason::kCellTaken);
  EXPECT_FALSE(CheckEmptyCell(board, Move::AtCell({1, 1})).has_value());
}

}  // namespace
}  // namespace meeple::engine

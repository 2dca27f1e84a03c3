#ifndef MEEPLE_ENGINE_CORE_BOARD_H_
#define MEEPLE_ENGINE_CORE_BOARD_H_

// A rectangle of cells, each empty or marked by one seat:
//
//              column 0   1   2
//        row 0      0 | 1 | .        cells are stored row by row from the top left,
//        row 1      . | 0 | .        so that (1,2) is number 5
//
// A game owns a Board and shows it to others as a BoardView, which cannot change it. Not
// thread-safe; a copy is independent.
//
//   Board board(3, 3);
//   board.Place({0, 2}, seat);
//   board.At({0, 2}) == seat;

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/board_picture.h"
#include "engine/core/move.h"
#include "engine/core/position_hash.h"
#include "engine/core/types.h"

namespace meeple::engine {

// What can be asked of a board.
class BoardView {
 public:
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  bool Contains(Cell cell) const {
    return cell.row >= 0 && cell.row < rows_ && cell.column >= 0 && cell.column < columns_;
  }
  // The seat whose mark stands on `cell`, kNoSeat if it is empty. REQUIRES: Contains(cell).
  SeatIndex At(Cell cell) const { return marks_[IndexOf(cell)]; }
  bool IsEmpty(Cell cell) const { return At(cell) == kNoSeat; }
  // All marks row by row from the top left, kNoSeat where a cell is empty: for rules that walk
  // along lines. One step down is columns() further on.
  const int8_t* marks() const { return marks_.data(); }
  // The number of marks on the board.
  int filled() const { return filled_; }
  bool IsFull() const { return filled_ == rows_ * columns_; }
  // A hash of the marks and their places; see position_hash.h.
  uint64_t Hash() const {
    return HashBytes({reinterpret_cast<const char*>(marks_.data()), marks_.size()});
  }

 protected:
  BoardView(int rows, int columns)
      : rows_(rows), columns_(columns), marks_(static_cast<size_t>(rows) * columns, kNoSeat) {}
  BoardView(const BoardView&) = default;
  BoardView& operator=(const BoardView&) = default;
  ~BoardView() = default;

  size_t IndexOf(Cell cell) const {
    assert(Contains(cell));
    return static_cast<size_t>(cell.row) * columns_ + cell.column;
  }

  int rows_;
  int columns_;
  int filled_ = 0;
  std::vector<int8_t> marks_;  // seats; a byte each, since boards of 100 x 100 are allowed
};

class Board final : public BoardView {
 public:
  // An empty board. REQUIRES: rows > 0, columns > 0.
  Board(int rows, int columns) : BoardView(rows, columns) {}

  // REQUIRES: `cell` is on the board and empty.
  void Place(Cell cell, SeatIndex seat) {
    assert(IsEmpty(cell));
    marks_[IndexOf(cell)] = static_cast<int8_t>(seat);
    ++filled_;
  }
  // REQUIRES: `cell` is on the board and marked.
  void Clear(Cell cell) {
    assert(!IsEmpty(cell));
    marks_[IndexOf(cell)] = kNoSeat;
    --filled_;
  }
};

// The board with the symbol of each seat on its cells.
BoardPicture DrawBoard(const BoardView& board, const std::vector<Player>& players);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_BOARD_H_

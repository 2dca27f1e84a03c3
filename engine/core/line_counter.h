#ifndef MEEPLE_ENGINE_CORE_LINE_COUNTER_H_
#define MEEPLE_ENGINE_CORE_LINE_COUNTER_H_

// The rule of tic-tac-toe: a full row, column or diagonal of a square board wins. Keeps how many
// marks each seat has on each line, so that a move costs the same on 3 x 3 and on 1,000 x 1,000
// however many seats play:
//
//     . . /     a cell is on one row and one column, and, tested separately, on the falling
//     . X .     diagonal if row = column and on the rising one if row + column = size - 1;
//     / . \     the centre of an odd board is on both

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/win_rule.h"

namespace meeple::engine {

class LineCounter final : public WinRule {
 public:
  // For a board of size x size and seats 0 to seats - 1. REQUIRES: 1 <= size <= 65,535.
  LineCounter(int size, int seats);

  void Add(Cell cell, SeatIndex seat) override { Change(cell, seat, 1); }
  void Remove(Cell cell, SeatIndex seat) override { Change(cell, seat, -1); }
  bool Completes(const BoardView& board, Cell cell) const override {
    return CompletesFor(board.At(cell), cell);
  }

  // Completes without the board: the mark on `cell` is known to be of `seat`.
  bool CompletesFor(SeatIndex seat, Cell cell) const {
    const uint16_t* counts = CountsOf(seat);
    return counts[cell.row] == size_ || counts[size_ + cell.column] == size_ ||
           (OnFalling(cell) && counts[2 * size_] == size_) ||
           (OnRising(cell) && counts[2 * size_ + 1] == size_);
  }

  // The marks of `seat` on each line.
  int InRow(SeatIndex seat, int row) const { return CountsOf(seat)[row]; }
  int InColumn(SeatIndex seat, int column) const { return CountsOf(seat)[size_ + column]; }
  int OnFallingDiagonal(SeatIndex seat) const { return CountsOf(seat)[2 * size_]; }
  int OnRisingDiagonal(SeatIndex seat) const { return CountsOf(seat)[2 * size_ + 1]; }

 private:
  bool OnFalling(Cell cell) const { return cell.row == cell.column; }
  bool OnRising(Cell cell) const { return cell.row + cell.column == size_ - 1; }

  // A seat's counts: its rows, its columns, the falling and the rising diagonal.
  static size_t CountsPerSeat(int size) { return 2 * static_cast<size_t>(size) + 2; }
  const uint16_t* CountsOf(SeatIndex seat) const {
    return counts_.data() + seat * CountsPerSeat(size_);
  }

  void Change(Cell cell, SeatIndex seat, int by) {
    uint16_t* counts = counts_.data() + seat * CountsPerSeat(size_);
    counts[cell.row] += by;
    counts[size_ + cell.column] += by;
    if (OnFalling(cell)) counts[2 * size_] += by;
    if (OnRising(cell)) counts[2 * size_ + 1] += by;
  }

  int size_;
  std::vector<uint16_t> counts_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_LINE_COUNTER_H_

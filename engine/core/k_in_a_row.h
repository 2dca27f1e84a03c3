#ifndef MEEPLE_ENGINE_CORE_K_IN_A_ROW_H_
#define MEEPLE_ENGINE_CORE_K_IN_A_ROW_H_

// The rule of m,n,k-games and Connect Four: k marks of one seat in a row win, on a board of any
// width and height. Looks only along the four lines through the last mark, both ways, and no
// further than k - 1 cells, so that a move costs the same on every board:
//
//     \ | /     0 row, 1 column, 2 falling and 3 rising diagonal; "before" is the end to the left
//     - X -     (of a column, the upper one)
//     / | \     .
//
// The length of the runs through a cell, with what stands at their ends, is there for games with
// rules of their own about overlines and blocked lines.
//
//   const KInARow rule(4);
//   if (rule.Completes(board, cell)) Win(board.At(cell));

#include <array>

#include "absl/status/status.h"
#include "engine/core/board.h"
#include "engine/core/move.h"
#include "engine/core/types.h"
#include "engine/core/win_rule.h"

namespace meeple::engine {

// The marks of one seat without a gap along one line.
struct MarkRun {
  int length = 0;
  // Whether the next cell at that end has a mark, which is then another seat's. The edge of the
  // board is no block.
  bool blocked_before = false;
  bool blocked_after = false;

  bool operator==(const MarkRun&) const = default;
};

// The runs through `cell`: in its row, in its column, on its falling and its rising diagonal.
// REQUIRES: a mark stands on `cell`.
std::array<MarkRun, 4> RunsThrough(const BoardView& board, Cell cell);

// INVALID_ARGUMENT if no straight line of a board of that size has k cells.
absl::Status CheckLineFits(int k, int rows, int columns);

// How promising a board looks for `seat` where k in a row win: each straight stretch of k cells
// that holds marks of one seat only counts for that seat, the more the more marks it holds. Within
// BoardGame::kMostEstimate.
int EstimateRows(const BoardView& board, int k, SeatIndex seat);

// Needs nothing but the board; any number of threads may ask at a time.
class KInARow final : public WinRule {
 public:
  // REQUIRES: k >= 1.
  explicit KInARow(int k) : k_(k) {}

  int k() const { return k_; }

  void Add(Cell /*cell*/, SeatIndex /*seat*/) override {}
  void Remove(Cell /*cell*/, SeatIndex /*seat*/) override {}
  bool Completes(const BoardView& board, Cell cell) const override;

 private:
  int k_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_K_IN_A_ROW_H_

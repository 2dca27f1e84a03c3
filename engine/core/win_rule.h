#ifndef MEEPLE_ENGINE_CORE_WIN_RULE_H_
#define MEEPLE_ENGINE_CORE_WIN_RULE_H_

// When marks on a board make a winning line. A rule hears of every mark that comes or goes, so
// that it can keep what makes the question after a move cheap, and undo works.
//
//   board.Place(cell, seat);
//   rule.Add(cell, seat);
//   if (rule.Completes(board, cell)) Win(seat);

#include "engine/core/board.h"
#include "engine/core/move.h"
#include "engine/core/types.h"

namespace meeple::engine {

// Not thread-safe; belongs to the game whose board it follows.
class WinRule {
 public:
  virtual ~WinRule() = default;

  // A mark of `seat` was placed on `cell`.
  virtual void Add(Cell cell, SeatIndex seat) = 0;
  // The mark of `seat` was taken from `cell`.
  virtual void Remove(Cell cell, SeatIndex seat) = 0;
  // True if the mark on `cell` is part of a winning line of its seat.
  // REQUIRES: `board` holds exactly the marks that were added, one of them on `cell`.
  virtual bool Completes(const BoardView& board, Cell cell) const = 0;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_WIN_RULE_H_

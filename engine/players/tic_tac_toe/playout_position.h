#ifndef MEEPLE_ENGINE_PLAYERS_TIC_TAC_TOE_PLAYOUT_POSITION_H_
#define MEEPLE_ENGINE_PLAYERS_TIC_TAC_TOE_PLAYOUT_POSITION_H_

// Tic-tac-toe on 3 x 3 between two players for random play (engine/core/playout.h). Cells are nine
// bits, row by row from the top left:
//
//      0 1 2
//      3 4 5
//      6 7 8
//
// Whether the marks of a seat fill a line, and which cell is the n-th empty one, is looked up.
// A value to copy.
//
//   PlayOut(PlayoutPosition3x3(marks_of_mover, marks_of_other, seat_to_move), random);

#include <array>
#include <cstdint>

#include "engine/core/types.h"

namespace meeple::engine::tic_tac_toe {

// By the set of marks of one seat: whether it holds a row, a column or a diagonal.
inline constexpr std::array<bool, 512> kHasLine = [] {
  std::array<bool, 512> has_line{};
  for (uint32_t marks = 0; marks < has_line.size(); ++marks) {
    for (uint32_t line : {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054}) {
      if ((marks & line) == line) has_line[marks] = true;
    }
  }
  return has_line;
}();

// By the set of filled cells, in groups of four bits: the empty cells in order.
inline constexpr std::array<uint64_t, 512> kEmptyCells = [] {
  std::array<uint64_t, 512> empty_cells{};
  for (uint32_t filled = 0; filled < empty_cells.size(); ++filled) {
    int count = 0;
    for (uint64_t cell = 0; cell < 9; ++cell) {
      if ((filled >> cell & 1) == 0) empty_cells[filled] |= cell << (4 * count++);
    }
  }
  return empty_cells;
}();

class PlayoutPosition3x3 {
 public:
  // `mine` are the marks of the seat to move, 0 or 1. REQUIRES: no line stands.
  PlayoutPosition3x3(uint32_t mine, uint32_t theirs, SeatIndex to_move)
      : mine_(mine), theirs_(theirs), to_move_(to_move) {
    for (uint32_t marks = mine | theirs; marks != 0; marks &= marks - 1) --empty_;
  }

  bool over() const { return won_ || empty_ == 0; }
  int MoveCount() const { return empty_; }
  void PlayNth(int number) {
    const uint32_t cell = kEmptyCells[mine_ | theirs_] >> (4 * number) & 15;
    const uint32_t moved = mine_ | uint32_t{1} << cell;
    mine_ = theirs_;
    theirs_ = moved;
    won_ = kHasLine[moved];
    to_move_ = 1 - to_move_;
    --empty_;
  }
  SeatIndex winner() const { return won_ ? 1 - to_move_ : kNoSeat; }

  bool operator==(const PlayoutPosition3x3&) const = default;

 private:
  uint32_t mine_;
  uint32_t theirs_;
  SeatIndex to_move_;
  int empty_ = 9;
  bool won_ = false;
};

}  // namespace meeple::engine::tic_tac_toe

#endif  // MEEPLE_ENGINE_PLAYERS_TIC_TAC_TOE_PLAYOUT_POSITION_H_

#ifndef MEEPLE_ENGINE_PLAYERS_PERFECT_TABLE_H_
#define MEEPLE_ENGINE_PLAYERS_PERFECT_TABLE_H_

// The exact value and the best move of every reachable position of two-player tic-tac-toe on 3 x 3,
// found once by searching all of them. Immutable and safe from any thread.
//
// A position is a number in base 3: digit i is the cell i, counted row by row from the top left,
// 0 empty, 1 of the first seat, 2 of the second. Whose turn it is follows from the marks.

#include <array>
#include <cstdint>

namespace meeple::engine {

inline constexpr int kPerfectCells = 9;
inline constexpr int kPerfectCodes = 19683;  // 3 to the 9

// What a mark of `seat` (0 or 1) on `cell` adds to a code.
int PerfectDigit(int cell, int seat);

class PerfectTable {
 public:
  struct Entry {
    // For the seat to move: 0 is a draw; positive wins, negative loses, further from 0 the sooner.
    int8_t value = 0;
    // The best cell, the first among equals; -1 where the game is over.
    int8_t best = -1;
    bool reachable = false;
  };

  // Built at the first call.
  static const PerfectTable& Get();

  const Entry& At(int code) const { return entries_[code]; }
  // The number of positions that play can reach.
  int size() const { return size_; }

 private:
  PerfectTable();

  // Fills in the position that `marks` (seats, -1 for empty) and `code` describe and everything
  // after it. Returns its value for the seat to move.
  int Search(std::array<int8_t, kPerfectCells>& marks, int code, int turns);

  std::array<Entry, kPerfectCodes> entries_;
  int size_ = 0;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_PERFECT_TABLE_H_

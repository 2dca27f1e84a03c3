#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_MOVE_ORDER_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_MOVE_ORDER_H_

// Which moves a search should look at, and which of them first: the better the first move, the
// fewer of the others need to be looked at. Values on the stack of one search.
//
//   const uint64_t safe = SafeMoves(shape, position);
//   MoveOrder order;
//   for (each column, the least promising first) order.Add(move, CountBits(threats));
//   while (uint64_t move = order.Next()) Search(move);

#include <array>
#include <cstdint>

#include "engine/players/connect_four/position.h"

namespace meeple::engine::connect_four {

// A board that fits a word has no more columns than that.
inline constexpr int kMaxWidth = 32;

constexpr int CountBits(uint64_t bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) ++count;
  return count;
}

// The moves after which the other side cannot win at once: none if it has two ways to, only the
// block if it has one, and never a move right under a cell where it would win.
// REQUIRES: the side to move cannot win at once.
template <class Shape>
constexpr uint64_t SafeMoves(const Shape& shape, const Position& position) {
  uint64_t moves = OpenCells(shape, position.all);
  const uint64_t losing = WinningCells(shape, position.theirs(), position.all);
  if (const uint64_t forced = moves & losing; forced != 0) {
    if ((forced & (forced - 1)) != 0) return 0;
    moves = forced;
  }
  return moves & ~(losing >> 1);
}

// Moves by score; among equals the one added last comes first.
class MoveOrder {
 public:
  void Add(uint64_t move, int score) {
    int at = count_++;
    for (; at > 0 && entries_[at - 1].score > score; --at) entries_[at] = entries_[at - 1];
    entries_[at] = {move, score};
  }
  // The best move that is left, 0 after the last.
  uint64_t Next() { return count_ > 0 ? entries_[--count_].move : 0; }

 private:
  struct Entry {
    uint64_t move;
    int score;
  };

  int count_ = 0;
  std::array<Entry, kMaxWidth> entries_;
};

}  // namespace meeple::engine::connect_four

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_MOVE_ORDER_H_

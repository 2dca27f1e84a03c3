#ifndef MEEPLE_ENGINE_GAMES_REVERSI_FLIPPING_H_
#define MEEPLE_ENGINE_GAMES_REVERSI_FLIPPING_H_

// Which discs a placed disc flips on a board of kSize x kSize. In each of the eight directions
// these are the discs of the other colour in a row from the placed one to the next own one:
//
//        . X O O .        X on the last cell of this row flips both O
//
// All functions are pure.

#include <array>
#include <cstdint>

#include "engine/games/reversi/cell_set.h"

namespace meeple::engine::reversi {

template <int kSize>
using Cells = CellSet<kSize * kSize>;

inline constexpr int kDirections = 8;

// The columns that are not at an edge.
template <int kSize>
constexpr Cells<kSize> InnerColumns() {
  Cells<kSize> inner;
  for (int bit = 0; bit < kSize * kSize; ++bit) {
    if (bit % kSize > 0 && bit % kSize < kSize - 1) inner |= Cells<kSize>::Of(bit);
  }
  return inner;
}

// Calls visit(by, passable) for each direction, always in the same order: `by` is the way to the
// next cell as a constant, `passable` the discs of `other` that can lie between two own ones. In a
// direction that changes the column no disc of an edge column can, which also keeps a row from
// running on at the other side of the board.
template <int kSize, typename Visitor>
constexpr void ForEachDirection(const Cells<kSize>& other, Visitor visit) {
  constexpr Cells<kSize> kInner = InnerColumns<kSize>();
  const Cells<kSize> inner = other & kInner;
  visit.template operator()<-kSize - 1>(inner);
  visit.template operator()<-kSize>(other);
  visit.template operator()<-kSize + 1>(inner);
  visit.template operator()<-1>(inner);
  visit.template operator()<1>(inner);
  visit.template operator()<kSize - 1>(inner);
  visit.template operator()<kSize>(other);
  visit.template operator()<kSize + 1>(inner);
}

// The unbroken rows of `passable` that start beside a cell of `from`, in one direction.
template <int kBy, int kSize>
constexpr Cells<kSize> RowsFrom(const Cells<kSize>& from, const Cells<kSize>& passable) {
  constexpr int kLongest = kSize - 2;
  // On one word a step costs less than asking whether it is needed.
  constexpr bool kAsk = kSize > 8;
  Cells<kSize> rows = from.template Moved<kBy>() & passable;
  for (int i = 1; i < kLongest; ++i) {
    const Cells<kSize> longer = rows | (rows.template Moved<kBy>() & passable);
    if (kAsk && longer == rows) break;
    rows = longer;
  }
  return rows;
}

// The empty cells on which a disc of `own` flips at least one of `other`.
template <int kSize>
constexpr Cells<kSize> Placements(const Cells<kSize>& own, const Cells<kSize>& other,
                                  const Cells<kSize>& board) {
  Cells<kSize> ends;
  ForEachDirection<kSize>(other, [&]<int kBy>(const Cells<kSize>& passable) {
    ends |= RowsFrom<kBy, kSize>(own, passable).template Moved<kBy>();
  });
  return ends & (board ^ (own | other));
}

// How many discs are flipped in each direction, four bits each: at most kSize - 2 = 14 are.
using FlipCounts = uint32_t;

// What a disc of `own` on `bit` flips. REQUIRES: the cell is empty.
template <int kSize>
constexpr FlipCounts CountFlips(int bit, const Cells<kSize>& own, const Cells<kSize>& other) {
  FlipCounts counts = 0;
  int direction = 0;
  const Cells<kSize> placed = Cells<kSize>::Of(bit);
  ForEachDirection<kSize>(other, [&]<int kBy>(const Cells<kSize>& passable) {
    int count = 0;
    Cells<kSize> end = placed.template Moved<kBy>();
    for (; !(end & passable).IsEmpty(); end = end.template Moved<kBy>()) ++count;
    if (!(end & own).IsEmpty()) counts |= static_cast<FlipCounts>(count) << (4 * direction);
    ++direction;
  });
  return counts;
}

// The cells of those flips.
template <int kSize>
constexpr Cells<kSize> FlippedCells(int bit, FlipCounts counts) {
  constexpr std::array<int, kDirections> kWays = {-kSize - 1, -kSize,    -kSize + 1, -1,
                                                  1,          kSize - 1, kSize,      kSize + 1};
  Cells<kSize> flipped;
  for (int direction = 0; counts != 0; ++direction, counts >>= 4) {
    const int count = static_cast<int>(counts & 15);
    for (int i = 1; i <= count; ++i) flipped |= Cells<kSize>::Of(bit + i * kWays[direction]);
  }
  return flipped;
}

}  // namespace meeple::engine::reversi

#endif  // MEEPLE_ENGINE_GAMES_REVERSI_FLIPPING_H_

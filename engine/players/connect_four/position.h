#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_POSITION_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_POSITION_H_

// A position of Connect Four, four in a row, two players, as two sets of bits (board_shape.h draws
// where the cells lie):
//
//     game      mine    all           X is to move: `mine` are the discs of the side to move,
//    . . O .    0000    0010          `all` those of both. A move is the bit of the cell that it
//    X O X .    1010    1110          fills, so playing it needs no shape.
//
// A small value to copy; the functions are pure. All are inline: search and random play call them
// some ten million times a second.
//
//   Position position;
//   position.Play(OpenCells(shape, position.all) & shape.ColumnOf(3));
//   if (WinningCells(shape, position.mine, position.all) & OpenCells(shape, position.all)) ...

#include <cstdint>

namespace meeple::engine::connect_four {

struct Position {
  uint64_t mine = 0;
  uint64_t all = 0;
  int turns = 0;

  uint64_t theirs() const { return mine ^ all; }
  // Fills the cell `move` for the side to move; the other side is to move then.
  void Play(uint64_t move) {
    mine ^= all;
    all |= move;
    ++turns;
  }

  bool operator==(const Position&) const = default;
};

// `bits` moved up or down by `distance`, which may be more than a word has.
inline constexpr uint64_t ShiftUp(uint64_t bits, int distance) {
  return distance < 64 ? bits << distance : 0;
}
inline constexpr uint64_t ShiftDown(uint64_t bits, int distance) {
  return distance < 64 ? bits >> distance : 0;
}

// The cells that a disc would come to lie on: the lowest empty one of each column.
template <class Shape>
constexpr uint64_t OpenCells(const Shape& shape, uint64_t all) {
  return (all + shape.bottom()) & shape.cells();
}

// True if four of `discs` are in a row, in a column or on a diagonal.
template <class Shape>
constexpr bool HasLine(const Shape& shape, uint64_t discs) {
  uint64_t lines = 0;
  for (const int distance : {1, shape.stride(), shape.stride() - 1, shape.stride() + 1}) {
    const uint64_t pairs = discs & ShiftDown(discs, distance);
    lines |= pairs & ShiftDown(pairs, 2 * distance);
  }
  return lines != 0;
}

// The cells, above columns too, that would complete a line of `discs` in one direction: with pairs
// of neighbours, a cell is the fourth beyond three, or the gap of two and one.
constexpr uint64_t Completions(uint64_t discs, int distance) {
  const uint64_t below = ShiftUp(discs, distance);
  const uint64_t above = ShiftDown(discs, distance);
  const uint64_t pairs_below = below & ShiftUp(discs, 2 * distance);
  const uint64_t pairs_above = above & ShiftDown(discs, 2 * distance);
  return (pairs_below & (ShiftUp(discs, 3 * distance) | above)) |
         (pairs_above & (ShiftDown(discs, 3 * distance) | below));
}

// The empty cells, reachable now or not, where one more of `discs` makes four in a line.
template <class Shape>
constexpr uint64_t WinningCells(const Shape& shape, uint64_t discs, uint64_t all) {
  // A column only grows upwards: the fourth beyond three.
  uint64_t found = (discs << 1) & (discs << 2) & (discs << 3);
  found |= Completions(discs, shape.stride());
  found |= Completions(discs, shape.stride() - 1);
  found |= Completions(discs, shape.stride() + 1);
  return found & (shape.cells() ^ all);
}

// A number that no two positions of a board share: above the discs of each column stands one more
// bit, so that the discs of one side tell all.
template <class Shape>
constexpr uint64_t KeyOf(const Shape& shape, const Position& position) {
  return position.mine + position.all + shape.bottom();
}

}  // namespace meeple::engine::connect_four

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_POSITION_H_

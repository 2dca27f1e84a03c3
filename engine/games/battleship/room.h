#ifndef MEEPLE_ENGINE_GAMES_BATTLESHIP_ROOM_H_
#define MEEPLE_ENGINE_GAMES_BATTLESHIP_ROOM_H_

// Where further ships may lie, and whether those still to come can.
//
// A row is a 32-bit number with a bit set for each cell that is closed: under a ship or, where
// ships must not touch, next to one.
//
//                 column 0 1 2 3 4 5
//   . 1 1 1 . .      row 0: 0 1 1 1 0 0      with touching        without: 1 1 1 1 1 0
//   . . . . . .      row 1: 0 0 0 0 0 0                                    1 1 1 1 1 0
//   . . . . . .      row 2: 0 0 0 0 0 0                                    0 0 0 0 0 0
//
// Whether the rest of a fleet fits is decided in one plain way that is quick and never leads into a
// dead end: the ships are taken in turn, longest first, each at the first place that is free (by
// rows from the top left, to the right before downwards). Where that works for a fleet, the longest
// ship can be put at its first place, and it works for the rest: so while it is asked after each
// placement, somebody who has ships left has a legal one. On a crowded board it says no where a
// cleverer arrangement would fit.
//
// Not thread-safe; a copy is independent.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/move.h"
#include "engine/games/battleship/rules.h"

namespace meeple::engine::battleship {

// A ship of `length` cells from `first` on.
struct Berth {
  Cell first;
  Direction direction = Direction::kRight;
  int length = 1;

  Cell At(int i) const {
    return direction == Direction::kRight ? Cell{first.row, first.column + i}
                                          : Cell{first.row + i, first.column};
  }
  Cell last() const { return At(length - 1); }
};

// `lengths` in the order in which ships are taken in turn.
std::vector<int> LongestFirst(std::vector<int> lengths);

class Room {
 public:
  // Empty waters.
  explicit Room(const Rules& rules)
      : rows_(rules.rows), columns_(rules.columns), margin_(rules.touching ? 0 : 1) {}

  // REQUIRES: `berth` is on the board.
  bool Fits(const Berth& berth) const;
  // REQUIRES: `berth` is on the board.
  void Take(const Berth& berth);
  // Takes the first place for each of `lengths` in turn. False, with some taken, if one has none.
  bool TakeInTurn(std::span<const int> lengths);

 private:
  // Takes the first place for `length`; false if there is none.
  bool TakeFirst(int length);

  int rows_;
  int columns_;
  int margin_;
  std::array<uint32_t, kMaxSide> closed_ = {};
};

// Says where one ship may lie so that the others still to come fit as well.
//
//   RoomForRest rest(room, LongestFirst(others));
//   if (rest.FitsBeside(berth)) ...
class RoomForRest {
 public:
  // `others` are the lengths of the ships to come after this one, longest first.
  RoomForRest(const Room& room, std::vector<int> others);

  // REQUIRES: room.Fits(berth).
  bool FitsBeside(const Berth& berth) const;

 private:
  Room room_;
  std::vector<int> others_;
  // Where the others would lie if this ship did not: a berth beside all of them changes nothing.
  Room reserved_;
  bool is_reserved_;
};

}  // namespace meeple::engine::battleship

#endif  // MEEPLE_ENGINE_GAMES_BATTLESHIP_ROOM_H_

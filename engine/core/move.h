#ifndef MEEPLE_ENGINE_CORE_MOVE_H_
#define MEEPLE_ENGINE_CORE_MOVE_H_

// One action of a player, in one of a few forms that all games share. A Move is a small value
// without allocation, so that lists of moves and search are cheap. It carries what the player
// chose, never what came of it.
//
//   Move move = Move::AtCell({.row = 0, .column = 2});
//   if (move.form() == MoveForm::kCell) Use(move.cell());

#include <compare>
#include <cstdint>

namespace meeple::engine {

// A place on a board: row 0 is drawn at the top, column 0 at the left. Values outside the board
// are representable, since a client may send them.
struct Cell {
  int32_t row = 0;
  int32_t column = 0;

  auto operator<=>(const Cell&) const = default;
};

enum class MoveForm : uint8_t {
  kCell,    // mark, shoot at or place on a cell
  kColumn,  // drop into a column, counted from 0
  kRoll,    // roll the dice; the game draws them
  kPins,    // knock down a number of pins
  kShip,    // place a ship: its index in the fleet, its first cell, its direction
  kPass,    // give the turn away
};

enum class Direction : uint8_t { kRight, kDown };

class Move {
 public:
  // A pass; a default is needed for values in containers.
  constexpr Move() = default;

  static constexpr Move AtCell(Cell cell) {
    return Move(MoveForm::kCell, 0, Direction::kRight, cell);
  }
  static constexpr Move InColumn(int32_t column) {
    return Move(MoveForm::kColumn, column, Direction::kRight, {});
  }
  static constexpr Move Roll() { return Move(MoveForm::kRoll, 0, Direction::kRight, {}); }
  static constexpr Move Pins(int32_t pins) {
    return Move(MoveForm::kPins, pins, Direction::kRight, {});
  }
  static constexpr Move Ship(int32_t ship, Cell first, Direction direction) {
    return Move(MoveForm::kShip, ship, direction, first);
  }
  static constexpr Move Pass() { return Move(); }

  constexpr MoveForm form() const { return form_; }
  // The cell of a kCell or the first cell of a kShip move.
  constexpr Cell cell() const { return cell_; }
  // The column of a kColumn move, from 0.
  constexpr int32_t column() const { return number_; }
  // The pins of a kPins move.
  constexpr int32_t pins() const { return number_; }
  // The index in the fleet of a kShip move, from 0.
  constexpr int32_t ship() const { return number_; }
  // Where a kShip move points.
  constexpr Direction direction() const { return direction_; }

  // The order in which games list their moves: by form, then cell by row and column, then number.
  // Written out, since the members stand in the order in which they take the least room: lists of
  // moves are copied all the time.
  constexpr std::strong_ordering operator<=>(const Move& other) const {
    if (const auto order = form_ <=> other.form_; order != 0) return order;
    if (const auto order = cell_ <=> other.cell_; order != 0) return order;
    if (const auto order = number_ <=> other.number_; order != 0) return order;
    return direction_ <=> other.direction_;
  }
  bool operator==(const Move&) const = default;

 private:
  constexpr Move(MoveForm form, int32_t number, Direction direction, Cell cell)
      : form_(form), direction_(direction), number_(number), cell_(cell) {}

  MoveForm form_ = MoveForm::kPass;
  Direction direction_ = Direction::kRight;
  int32_t number_ = 0;
  Cell cell_;
};
static_assert(sizeof(Move) == 16);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_MOVE_H_

#ifndef MEEPLE_ENGINE_GAMES_BATTLESHIP_RULES_H_
#define MEEPLE_ENGINE_GAMES_BATTLESHIP_RULES_H_

// What two players of battleship agreed on: the size of the waters, the fleet of each, the options.
// A plain value, not changed once a game is made of it.
//
//   absl::StatusOr<battleship::Rules> rules = battleship::ReadRules(parameters);

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/core/game_kind.h"
#include "engine/core/move.h"

namespace meeple::engine::battleship {

// So that a row is a 32-bit number, and a column one letter.
inline constexpr int kMaxSide = 26;
inline constexpr int kMaxShips = 20;

struct Rules {
  int rows = 10;
  int columns = 10;
  std::vector<int> fleet;      // the length of each ship, by its index
  bool touching = true;        // ships may lie side by side; if not, not even corner to corner
  bool repeat_counts = false;  // a second shot at a cell is a miss; if not, it is refused

  int ships() const { return static_cast<int>(fleet.size()); }
  bool Contains(Cell cell) const {
    return cell.row >= 0 && cell.row < rows && cell.column >= 0 && cell.column < columns;
  }
  // REQUIRES: Contains(cell).
  size_t IndexOf(Cell cell) const { return static_cast<size_t>(cell.row) * columns + cell.column; }
};

// The ranges and defaults of what ReadRules reads.
std::vector<ParameterSpec> RuleParameters();

// INVALID_ARGUMENT, with a message for people, where the fleet is not a list of lengths, has too
// many ships, has a ship longer than both sides, or does not fit: put longest first, each at the
// first free place, one of its ships finds none.
absl::StatusOr<Rules> ReadRules(const Parameters& parameters);

}  // namespace meeple::engine::battleship

#endif  // MEEPLE_ENGINE_GAMES_BATTLESHIP_RULES_H_

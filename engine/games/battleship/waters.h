#ifndef MEEPLE_ENGINE_GAMES_BATTLESHIP_WATERS_H_
#define MEEPLE_ENGINE_GAMES_BATTLESHIP_WATERS_H_

// The waters of one player: where its ships lie and where it was fired at. Not thread-safe; a copy
// is independent.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/refusal.h"
#include "engine/games/battleship/room.h"
#include "engine/games/battleship/rules.h"

namespace meeple::engine::battleship {

// What can be known of a cell.
enum class Water : uint8_t {
  kOpen,  // nobody fired at it, and no ship is seen there
  kShip,  // nobody fired at it, and a ship lies there
  kMiss,
  kHit,   // of a ship that is still afloat
  kSunk,  // of a ship whose every cell was hit
};

enum class ShotEffect : uint8_t {
  kMiss,
  kHit,
  kSunk,
  kRepeat,  // the cell was fired at before: counts as a miss and changes nothing
};

struct Shot {
  ShotEffect effect = ShotEffect::kMiss;
  int ship = 0;  // kSunk: which one
};

class Waters {
 public:
  // Without any ship. REQUIRES: `rules` is not null and as ReadRules makes them.
  explicit Waters(std::shared_ptr<const Rules> rules);

  const Rules& rules() const { return *rules_; }
  // The number of ships that lie here, afloat or sunk.
  int placed() const { return placed_; }
  bool IsComplete() const { return placed_ == rules_->ships(); }
  bool IsSunk(int ship) const { return unhit_[ship] == 0; }
  bool AllSunk() const { return sunk_ == rules_->ships(); }

  // --- Placing ---

  // Refuses, in this order: kOutsideBoard for the first cell; kIllegalMove "no_such_ship";
  // kOutsideBoard for the last cell; kIllegalMove "fleet_complete", "ship_already_placed",
  // "ships_overlap", "ships_touch", "no_room_for_the_rest". REQUIRES: a kShip move.
  std::optional<Refusal> CheckPlacement(const Move& move) const;
  // Appends what CheckPlacement accepts, in the order of moves.
  void ListPlacements(std::vector<Move>& moves) const;
  // REQUIRES: CheckPlacement accepts `move`.
  void Place(const Move& move);
  // REQUIRES: `ship` lies here and nobody fired yet.
  void Unplace(int ship);

  // --- Firing ---

  // REQUIRES: `cell` is on the board.
  bool WasFiredAt(Cell cell) const { return fired_[rules_->IndexOf(cell)]; }
  // REQUIRES: `cell` is on the board; the fleet is complete.
  Shot Fire(Cell cell);
  // REQUIRES: `shot` was the last one, at `cell`.
  void TakeBack(Cell cell, const Shot& shot);

  // --- Looking ---

  // The cell as its owner sees it or, without ships, as somebody else does.
  Water At(Cell cell, bool with_ships) const;
  // The ship on the cell or -1: for the owner. REQUIRES: `cell` is on the board.
  int ShipAt(Cell cell) const { return ship_at_[rules_->IndexOf(cell)]; }

 private:
  static constexpr int8_t kNoShip = -1;

  Berth BerthOf(const Move& move) const {
    return {move.cell(), move.direction(), rules_->fleet[move.ship()]};
  }
  bool Overlaps(const Berth& berth) const;
  // Appends the placements with that first cell.
  void ListPlacementsAt(Cell first, const std::map<int, RoomForRest>& rest_by_length,
                        std::vector<Move>& moves) const;
  // The lengths of the ships still to be placed after `ship`, longest first.
  std::vector<int> RestWithout(int ship) const;

  std::shared_ptr<const Rules> rules_;
  std::vector<std::optional<Berth>> berths_;  // by ship
  std::vector<int> unhit_;                    // cells of each ship that were not hit
  std::vector<int8_t> ship_at_;               // by cell
  std::vector<bool> fired_;                   // by cell
  Room room_;
  int placed_ = 0;
  int sunk_ = 0;
};

}  // namespace meeple::engine::battleship

#endif  // MEEPLE_ENGINE_GAMES_BATTLESHIP_WATERS_H_

#ifndef MEEPLE_ENGINE_PLAYERS_BATTLESHIP_PLAYER_H_
#define MEEPLE_ENGINE_PLAYERS_BATTLESHIP_PLAYER_H_

// Plays battleship by what its own seat may know: it places its fleet by its seed, then counts for
// each cell in how many ways the ships still afloat could lie on it, and fires where that is most.
// Once a ship is hit, only ways through hit cells count, the more the more cells they share, until
// it is sunk. Every other game it hands to the strategy given at construction.
//
// It looks at the legal moves and at Battleship::TargetOf of its seat, never at the board behind
// them; it remembers nothing between moves. A shot costs one pass over all places of the fleet.
//
//   BattleshipPlayer player(seed, std::make_unique<RandomPlayer>(seed));

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/move_strategy.h"

namespace meeple::engine {

class BattleshipPlayer final : public MoveStrategy {
 public:
  // REQUIRES: `fallback` is not null.
  BattleshipPlayer(uint64_t seed, std::unique_ptr<MoveStrategy> fallback);

  absl::StatusOr<Move> Choose(const BoardGame& game) override;

 private:
  // One of `moves`, drawn for this turn. REQUIRES: not empty.
  Move Draw(const std::vector<Move>& moves, int turn) const;

  uint64_t seed_;
  std::unique_ptr<MoveStrategy> fallback_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_BATTLESHIP_PLAYER_H_

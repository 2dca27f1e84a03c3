#ifndef MEEPLE_ENGINE_PLAYERS_MOVE_STRATEGY_H_
#define MEEPLE_ENGINE_PLAYERS_MOVE_STRATEGY_H_

// How a player chooses a move. A strategy may think on its own copy of the game and never touches
// the one it is asked about. Not thread-safe: one strategy serves one thread at a time.

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"

namespace meeple::engine {

class MoveStrategy {
 public:
  virtual ~MoveStrategy() = default;

  // A move for the seat to move. The same strategy asked about the same position answers the same,
  // apart from human and scripted players. FAILED_PRECONDITION if the game is not in progress;
  // OUT_OF_RANGE if a script has no move left.
  virtual absl::StatusOr<Move> Choose(const BoardGame& game) = 0;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_MOVE_STRATEGY_H_

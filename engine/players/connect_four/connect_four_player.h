#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_CONNECT_FOUR_PLAYER_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_CONNECT_FOUR_PLAYER_H_

// Plays Connect Four without a fault where it can solve the position within its budget: the
// quickest win, a move that keeps the draw, or the longest defence; among equals the column nearest
// the middle, the left one first. Everything else (other games, other numbers of players or discs
// in a row, openings that take too long) it hands to the strategy given at construction.
//
// It solves with an empty table each time, and gives the memory back: the same position gets the
// same answer, and a bot that waits for its turn costs nothing.
//
//   ConnectFourPlayer player(std::make_unique<RandomPlayer>(seed));

#include <memory>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/connect_four/solver.h"
#include "engine/players/move_strategy.h"

namespace meeple::engine {

// About a quarter of a second a move at most, in 8 MiB: enough for three of four positions
// that ten random moves lead to on 7 x 6.
inline connect_four::SolverOptions UsualEffort() {
  return {.node_budget = 2'000'000, .table_bits = 20};
}

class ConnectFourPlayer final : public MoveStrategy {
 public:
  // REQUIRES: `fallback` is not null.
  explicit ConnectFourPlayer(std::unique_ptr<MoveStrategy> fallback,
                             const connect_four::SolverOptions& effort = UsualEffort());

  absl::StatusOr<Move> Choose(const BoardGame& game) override;

 private:
  std::unique_ptr<MoveStrategy> fallback_;
  connect_four::SolverOptions effort_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_CONNECT_FOUR_PLAYER_H_

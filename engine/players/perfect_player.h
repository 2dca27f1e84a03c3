#ifndef MEEPLE_ENGINE_PLAYERS_PERFECT_PLAYER_H_
#define MEEPLE_ENGINE_PLAYERS_PERFECT_PLAYER_H_

// Never loses where it knows the exact answer: tic-tac-toe of two players on 3 x 3, by table. It
// prefers the quickest win and the longest defence, and the first cell among equals. Every other
// game it hands to the strategy given at construction.
//
//   PerfectPlayer player(std::make_unique<RandomPlayer>(seed));

#include <memory>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/move_strategy.h"

namespace meeple::engine {

class PerfectPlayer final : public MoveStrategy {
 public:
  // REQUIRES: `fallback` is not null.
  explicit PerfectPlayer(std::unique_ptr<MoveStrategy> fallback);

  absl::StatusOr<Move> Choose(const BoardGame& game) override;

 private:
  std::unique_ptr<MoveStrategy> fallback_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_PERFECT_PLAYER_H_

#ifndef MEEPLE_ENGINE_PLAYERS_GOMOKU_PLAYER_H_
#define MEEPLE_ENGINE_PLAYERS_GOMOKU_PLAYER_H_

// Plays Gomoku by the five-cell windows through each cell: a window that holds marks of one seat
// only may still become a five, and is worth the more the more marks it holds. It takes every win
// in one, then sees to it that the opponent has none, and among the moves that do so plays the one
// whose windows are worth most to either side. The seed decides among equals. Every other game it
// hands to the strategy given at construction.
//
//   GomokuPlayer player(seed, {.nodes = 10'000}, std::make_unique<RandomPlayer>(seed));
//
// Works on its own copy of the game. Thread rule of every MoveStrategy: one thread at a time.

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/move_strategy.h"
#include "engine/players/search_budget.h"

namespace meeple::engine {

class GomokuPlayer final : public MoveStrategy {
 public:
  // Once the budget is spent it plays the best move that it knows of. REQUIRES: `fallback` is not
  // null.
  GomokuPlayer(uint64_t seed, SearchBudget budget, std::unique_ptr<MoveStrategy> fallback);

  absl::StatusOr<Move> Choose(const BoardGame& game) override;

  // The positions that the last choice looked at; 0 where the fallback chose.
  int64_t nodes() const { return nodes_; }

 private:
  const uint64_t seed_;
  const SearchBudget budget_;
  std::unique_ptr<MoveStrategy> fallback_;
  int64_t nodes_ = 0;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_GOMOKU_PLAYER_H_

#ifndef MEEPLE_ENGINE_PLAYERS_MCTS_PLAYER_H_
#define MEEPLE_ENGINE_PLAYERS_MCTS_PLAYER_H_

// Plays any game without hidden parts by Monte Carlo tree search: UCT (Kocsis and Szepesvari 2006),
// for any number of seats, each of which is taken to play for itself. Moves that the tree has
// proved to win or to lose are known as such (MCTS-Solver: Winands, Bjornsson, Saito 2008), so that
// it takes the quickest win that it sees and puts off a loss.
//
// Dice: a node stands for a sequence of moves whatever was rolled (open loop), and each round rolls
// with a seed of its own, so that the search never foresees the dice of the game.
//
//   MctsPlayer player(seed, {.nodes = 1'000});   // a node is one round: down the tree, one
//   play-out
//
// Works on its own copy of the game. Thread rule of every MoveStrategy: one thread at a time.

#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/move_strategy.h"
#include "engine/players/search_budget.h"

namespace meeple::engine {

class MctsPlayer final : public MoveStrategy {
 public:
  MctsPlayer(uint64_t seed, SearchBudget budget);

  absl::StatusOr<Move> Choose(const BoardGame& game) override;

  // The rounds of the last choice.
  int64_t rounds() const { return rounds_; }

 private:
  const uint64_t seed_;
  const SearchBudget budget_;
  int64_t rounds_ = 0;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_MCTS_PLAYER_H_

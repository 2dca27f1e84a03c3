#ifndef MEEPLE_ENGINE_PLAYERS_NEGAMAX_PLAYER_H_
#define MEEPLE_ENGINE_PLAYERS_NEGAMAX_PLAYER_H_

// Looks ahead in any game of two players without dice or hidden parts: negamax with alpha-beta,
// a transposition table and iterative deepening (Knuth and Moore 1975; Slate and Atkin 1977). Where
// it sees the end it plays the quickest win, else a draw, else the longest defence; where it does
// not, what BoardGame::Estimate promises. The seed decides among equals.
//
//   NegamaxPlayer player(seed, {.nodes = 10'000});
//   absl::StatusOr<Move> move = player.Choose(game);
//
// Works on its own copy of the game. Thread rule of every MoveStrategy: one thread at a time.

#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/move_strategy.h"
#include "engine/players/search_budget.h"

namespace meeple::engine {

class NegamaxPlayer final : public MoveStrategy {
 public:
  // How the last choice came about.
  struct Report {
    int depth = 0;       // the deepest look that was finished, in moves
    int64_t nodes = 0;   // positions looked at
    bool exact = false;  // the value is that of best play to the end
    // For the seat to move: kWinValue less the turn at which it wins, or minus that; else an
    // estimate.
    int value = 0;
  };

  static constexpr int kWinValue = 1'000'000;

  NegamaxPlayer(uint64_t seed, SearchBudget budget);

  // FAILED_PRECONDITION also for a game of other than two seats.
  absl::StatusOr<Move> Choose(const BoardGame& game) override;

  const Report& report() const { return report_; }

 private:
  const uint64_t seed_;
  const SearchBudget budget_;
  Report report_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_NEGAMAX_PLAYER_H_

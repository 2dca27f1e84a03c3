#ifndef MEEPLE_ENGINE_PLAYERS_NEGAMAX_PLAYER_H_
#define MEEPLE_ENGINE_PLAYERS_NEGAMAX_PLAYER_H_

// Looks ahead in any game of two players without dice or hidden parts: negamax with alpha-beta,
// a transposition table and iterative deepening (Knuth and Moore 1975; Slate and Atkin 1977). Where
// it sees the end it plays the quickest win, else a draw, else the longest defence; where it does
// not, what BoardGame::Estimate promises. The seed decides among equals. Games of other than two
// seats and games with dice it hands to the strategy given at construction. Never ask it about a
// game with hidden parts: it would look at them.
//
//   NegamaxPlayer player(seed, {.nodes = 10'000}, std::make_unique<MctsPlayer>(seed, budget));
//   absl::StatusOr<Move> move = player.Choose(game);
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

  // REQUIRES: `fallback` is not null.
  NegamaxPlayer(uint64_t seed, SearchBudget budget, std::unique_ptr<MoveStrategy> fallback);

  absl::StatusOr<Move> Choose(const BoardGame& game) override;

  // Empty where the fallback chose.
  const Report& report() const { return report_; }

 private:
  const uint64_t seed_;
  const SearchBudget budget_;
  std::unique_ptr<MoveStrategy> fallback_;
  Report report_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_NEGAMAX_PLAYER_H_

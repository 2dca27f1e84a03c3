#ifndef MEEPLE_ENGINE_GAMES_GOMOKU_FIVE_IN_A_ROW_H_
#define MEEPLE_ENGINE_GAMES_GOMOKU_FIVE_IN_A_ROW_H_

// What counts as five in Gomoku, by the rule that is played:
//
//                                  freestyle   exact   caro
//     . X X X X X .   five            wins      wins    wins
//     O X X X X X .   one end         wins      wins    wins
//     O X X X X X O   both ends       wins      wins     no
//   | X X X X X O     edge and end    wins      wins    wins    the edge is no block
//     X X X X X X     overline        wins       no     wins    whatever stands at its ends
//
// Each line through the last mark counts by itself: an exact five wins also if the same mark makes
// an overline elsewhere.

#include "engine/core/k_in_a_row.h"
#include "engine/core/win_rule.h"

namespace meeple::engine {

enum class FiveRule { kFreestyle, kExact, kCaro };

// Needs nothing but the board; any number of threads may ask at a time.
class FiveInARow final : public WinRule {
 public:
  static constexpr int kFive = 5;

  explicit FiveInARow(FiveRule rule) : rule_(rule) {}

  FiveRule rule() const { return rule_; }
  // Whether a player with that run has won.
  bool Wins(const MarkRun& run) const;

  void Add(Cell /*cell*/, SeatIndex /*seat*/) override {}
  void Remove(Cell /*cell*/, SeatIndex /*seat*/) override {}
  bool Completes(const BoardView& board, Cell cell) const override;

 private:
  FiveRule rule_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_GOMOKU_FIVE_IN_A_ROW_H_

#ifndef MEEPLE_ENGINE_GAMES_MNK_MNK_H_
#define MEEPLE_ENGINE_GAMES_MNK_MNK_H_

// m,n,k-games: on a board of any width and height, who first has k marks in a row, in a column or
// on a diagonal wins; a full board without one is a draw.
//
//   .|.|O|.
//   X|O|X|.     k = 3: O has three on the rising diagonal and wins
//   O|X|X|.

#include <memory>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/core/k_in_a_row.h"
#include "engine/core/mark_game.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
class Mnk final : public MarkGame<KInARow> {
 public:
  // REQUIRES: players and options fit the kind, as MakeGame checks; rows and columns from 1 to 100,
  // 2 <= k, CheckLineFits(k, rows, columns).
  Mnk(std::vector<Player> players, const GameOptions& options, int rows, int columns, int k);

  std::unique_ptr<BoardGame> NewGame() const override;
  int Estimate(SeatIndex seat) const override { return EstimateRows(board(), rule().k(), seat); }

 protected:
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  Mnk(const Mnk&) = default;
};

namespace mnk {

// The entry of m,n,k-games in the registry of games.
GameKind Kind();

}  // namespace mnk
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_MNK_MNK_H_

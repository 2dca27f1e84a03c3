#ifndef MEEPLE_ENGINE_GAMES_GOMOKU_GOMOKU_H_
#define MEEPLE_ENGINE_GAMES_GOMOKU_GOMOKU_H_

// Gomoku: two players mark the cells of a square board, 15 x 15 by default; five in a row win, by
// the rule that was chosen (five_in_a_row.h). A full board without a winner is a draw.

#include <memory>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/core/mark_game.h"
#include "engine/games/gomoku/five_in_a_row.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
class Gomoku final : public MarkGame<FiveInARow> {
 public:
  // REQUIRES: players and options fit the kind, as MakeGame checks; 5 <= size <= 25.
  Gomoku(std::vector<Player> players, const GameOptions& options, int size, FiveRule rule);

  std::unique_ptr<BoardGame> NewGame() const override;

 protected:
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  Gomoku(const Gomoku&) = default;
};

namespace gomoku {

// The entry of Gomoku in the registry of games.
GameKind Kind();

}  // namespace gomoku
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_GOMOKU_GOMOKU_H_

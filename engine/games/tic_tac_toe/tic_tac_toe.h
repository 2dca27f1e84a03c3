#ifndef MEEPLE_ENGINE_GAMES_TIC_TAC_TOE_TIC_TAC_TOE_H_
#define MEEPLE_ENGINE_GAMES_TIC_TAC_TOE_TIC_TAC_TOE_H_

// Tic-tac-toe on N x N cells for two to eight marks: who first fills a whole row, column or
// diagonal wins; a full board without one is a draw.
//
//   X|O|O
//   .|X|.     X has filled the falling diagonal and wins
//   .|.|X

#include <memory>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/core/line_counter.h"
#include "engine/core/mark_game.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
class TicTacToe final : public MarkGame<LineCounter> {
 public:
  // REQUIRES: players and options fit the kind, as MakeGame checks; 3 <= size <= 100.
  TicTacToe(std::vector<Player> players, const GameOptions& options, int size);

  std::unique_ptr<BoardGame> NewGame() const override;

 protected:
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  TicTacToe(const TicTacToe&) = default;
};

namespace tic_tac_toe {

// The entry of tic-tac-toe in the registry of games.
GameKind Kind();

}  // namespace tic_tac_toe
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_TIC_TAC_TOE_TIC_TAC_TOE_H_

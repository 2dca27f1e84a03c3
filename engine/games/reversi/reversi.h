#ifndef MEEPLE_ENGINE_GAMES_REVERSI_REVERSI_H_
#define MEEPLE_ENGINE_GAMES_REVERSI_REVERSI_H_

// Reversi (Othello) on an even square board. The first seat plays the black discs.
//
//        . . . .      a disc must flip at least one of the other colour: here X can be placed on
//        . O X .      b1, a2, d3 and c4
//        . X O .
//        . . . .
//
// Who can flip nothing must pass, and nobody else may. The game ends with two passes in a row or
// with a full board; the most discs win, equally many are a draw.

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/games/reversi/flipping.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
template <int kSize>
class Reversi final : public BoardGame {
 public:
  // REQUIRES: players and options fit the kind, as MakeGame checks.
  Reversi(std::vector<Player> players, const GameOptions& options);

  std::unique_ptr<BoardGame> NewGame() const override;
  BoardPicture PictureFor(Viewer viewer) const override;
  // By the corners, which cannot be flipped, and by who has more cells to choose from.
  int Estimate(SeatIndex seat) const override;

 protected:
  void ListMoves(std::vector<Move>& moves) const override;
  std::optional<Refusal> CheckMove(const Move& move) const override;
  Memento Apply(const Move& move, SeatIndex seat) override;
  void TakeBack(const Move& move, SeatIndex seat, Memento memento) override;
  Judgement Judge(const Move& move, SeatIndex seat) const override;
  uint64_t HashBoard() const override;
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  using Cells = reversi::Cells<kSize>;

  Reversi(const Reversi&) = default;

  Cells LegalCells() const;
  std::optional<Refusal> CheckPass(const Cells& legal) const;
  std::optional<Refusal> CheckCell(Cell cell, const Cells& legal) const;
  Judgement CountDiscs() const;

  std::array<Cells, 2> discs_;  // by seat
  int passes_ = 0;              // in a row, up to now
};

namespace reversi {

// The entry of Reversi in the registry of games.
GameKind Kind();

}  // namespace reversi
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_REVERSI_REVERSI_H_

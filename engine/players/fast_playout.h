#ifndef MEEPLE_ENGINE_PLAYERS_FAST_PLAYOUT_H_
#define MEEPLE_ENGINE_PLAYERS_FAST_PLAYOUT_H_

// Random play to the end from any position of any game, on the fastest way there is: small values
// for tic-tac-toe on 3 x 3 and Connect Four on 7 x 6 between two players, the game itself
// otherwise. Both ways draw the same numbers for the same moves, so that a search decides the same
// on either.
//
// Hidden parts are played as they are: a strategy that must not know them passes a copy in which it
// guessed them. Dice roll as the seed of the copy says: see BoardGame::Reseed. Not thread-safe.
//
//   const std::unique_ptr<FastPlayout> playout = FastPlayout::For(*copy);
//   const SeatIndex winner = playout->Play(*copy, random);

#include <memory>

#include "engine/core/board_game.h"
#include "engine/core/playout.h"
#include "engine/core/types.h"

namespace meeple::engine {

class FastPlayout {
 public:
  // A play-out is broken off after so many moves, and counts as a draw.
  static constexpr int kMostMoves = 5'000;

  virtual ~FastPlayout() = default;

  // The fastest way for games of the rules, players and options of `game`.
  static std::unique_ptr<FastPlayout> For(const BoardGame& game);
  // The way of every game, through the game itself.
  static std::unique_ptr<FastPlayout> ThroughTheGame();

  // Plays uniformly random moves from where `copy` stands and says who won, kNoSeat for nobody.
  // `copy` is afterwards as it was. REQUIRES: a game that was started, of the rules, players and
  // options that For was asked about.
  virtual SeatIndex Play(BoardGame& copy, PlayoutRandom& random) = 0;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_FAST_PLAYOUT_H_

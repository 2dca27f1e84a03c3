#ifndef MEEPLE_ENGINE_CORE_RENDERING_H_
#define MEEPLE_ENGINE_CORE_RENDERING_H_

// A whole game as text for people.

#include <string>

#include "engine/core/board_game.h"
#include "engine/core/board_picture.h"
#include "engine/core/types.h"

namespace meeple::engine {

// How the game stands in one line: "X to play", "X wins", "draw", ...
// REQUIRES: `cursor` and `outcome` are of a game of `players`.
std::string RenderHeader(const std::vector<Player>& players, const TurnCursor& cursor,
                         const Outcome& outcome);

// Header, board as `viewer` may see it, and the facts of the picture, if any, one a line; no
// newline at the end:
//   X to play
//   X|O|.
//   .|.|.
//   .|.|.
std::string RenderGame(const BoardGame& game, Viewer viewer = kAllSeeing);

// What happened with a move, as `viewer` may know it. REQUIRES: `ply` was played in `game`.
//   "X plays X at (0,0)"
std::string RenderMove(const BoardGame& game, const Ply& ply, Viewer viewer = kAllSeeing);
//   "redo: X plays X at (2,2)"
std::string RenderRedo(const BoardGame& game, const Ply& ply, Viewer viewer = kAllSeeing);
//   "undo: X takes back (2,2)"; `by` is the seat that took the move back, whoever had played it
std::string RenderUndo(const BoardGame& game, const Ply& ply, SeatIndex by,
                       Viewer viewer = kAllSeeing);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_RENDERING_H_

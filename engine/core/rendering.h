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

// Header, board, and the facts of the picture, if any, one a line; no newline at the end:
//   X to play
//   X|O|.
//   .|.|.
//   .|.|.
std::string RenderGame(const BoardGame& game);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_RENDERING_H_

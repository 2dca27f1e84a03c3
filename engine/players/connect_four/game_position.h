#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_GAME_POSITION_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_GAME_POSITION_H_

// The bridge from games to bitboards.
//
//   if (const auto known = ReadPosition(game)) Solve(known->width, known->height, known->position);

#include <optional>

#include "engine/core/board_game.h"
#include "engine/players/connect_four/position.h"

namespace meeple::engine::connect_four {

struct KnownPosition {
  int width = 0;
  int height = 0;
  Position position;
};

// How `game` stands, if it is a game of Connect Four that bitboards can hold: two players, four in
// a row, a board that fits a word. REQUIRES: `game` is in progress.
std::optional<KnownPosition> ReadPosition(const BoardGame& game);

}  // namespace meeple::engine::connect_four

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_GAME_POSITION_H_

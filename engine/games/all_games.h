#ifndef MEEPLE_ENGINE_GAMES_ALL_GAMES_H_
#define MEEPLE_ENGINE_GAMES_ALL_GAMES_H_

// The registry of games, an explicit table built from games.inc. Immutable after its first use and
// safe from any thread.

#include <vector>

#include "engine/core/game_kind.h"

namespace meeple::engine {

// Every kind of game, sorted by id.
const std::vector<GameKind>& AllGameKinds();

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_ALL_GAMES_H_

#ifndef MEEPLE_SERVICE_CORE_TESTING_STREAK_GAME_H_
#define MEEPLE_SERVICE_CORE_TESTING_STREAK_GAME_H_

// A small game whose turns do not alternate, for tests: a seat names two numbers of pins in a row
// before the turn passes on, twice in a game, and the greatest sum wins. One to four may play; a
// seat that leaves may end the game, since the others may all be done.
//
//   const std::vector<engine::GameKind> kinds = {StreakKind()};

#include "engine/core/game_kind.h"

namespace meeple::service {

// The kind "streak".
engine::GameKind StreakKind();

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_STREAK_GAME_H_

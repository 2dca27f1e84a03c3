#ifndef MEEPLE_SERVICE_CORE_TESTING_TREASURE_GAME_H_
#define MEEPLE_SERVICE_CORE_TESTING_TREASURE_GAME_H_

// A small game with hidden moves and with chance, for tests of who gets to see what: each seat
// buries a treasure on a strip of 30 cells, then they dig in turn, and whoever finds another's
// treasure wins. Instead of digging a seat may roll a die, for luck. The notation of its cells has
// lengths of two and of three, so that sizes would tell what texts do not.
//
//   const std::vector<engine::GameKind> kinds = {TreasureKind()};
//   options.kinds = kinds;

#include "engine/core/game_kind.h"

namespace meeple::service {

// The kind "treasure", for 2 to 4 players, without undo unless a game asks for it.
engine::GameKind TreasureKind();

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_TREASURE_GAME_H_

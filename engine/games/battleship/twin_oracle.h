#ifndef MEEPLE_ENGINE_GAMES_BATTLESHIP_TWIN_ORACLE_H_
#define MEEPLE_ENGINE_GAMES_BATTLESHIP_TWIN_ORACLE_H_

#include <cstdint>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/types.h"
#include "engine/testing/conformance.h"

namespace meeple::engine::battleship {

// Finds games that a viewer cannot tell from another: see Conformance::twin. Fleets that the viewer
// does not see lie elsewhere and were placed in another order, as far as the shots leave it open.
std::vector<Move> TwinOf(const PlayedGame& played, Viewer viewer, uint64_t seed);

}  // namespace meeple::engine::battleship

#endif  // MEEPLE_ENGINE_GAMES_BATTLESHIP_TWIN_ORACLE_H_

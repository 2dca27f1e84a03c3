#ifndef MEEPLE_ENGINE_TESTING_FINGERPRINT_H_
#define MEEPLE_ENGINE_TESTING_FINGERPRINT_H_

#include <string>

#include "engine/core/board_game.h"

namespace meeple::engine {

// Everything that can be observed of how a game stands, history apart, as text: two games with the
// same fingerprint look and play the same.
std::string Fingerprint(const BoardGame& game);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_FINGERPRINT_H_

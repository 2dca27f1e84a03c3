#ifndef MEEPLE_SERVICE_CORE_GAME_OPENING_H_
#define MEEPLE_SERVICE_CORE_GAME_OPENING_H_

// The opening of a game, as GameConfig has it and as the rules play it. Pure functions.
//
//   absl::StatusOr<Opening> opening = ReadOpening(config, kind);

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/core/move.h"
#include "meeple/v1/game.pb.h"

namespace meeple::service {

// Moves that were agreed on before the game, and where their draws come from.
struct Opening {
  std::vector<engine::Move> moves = {};
  std::vector<engine::SeedStretch> seeds = {};
};

// The opening of a config of `kind`. INVALID_CONFIG, with the metadata that GameConfig.opening
// tells of, for a move that cannot be read; also for seeds that are missing, or not for exactly the
// moves, or without use.
absl::StatusOr<Opening> ReadOpening(const v1::GameConfig& config, const engine::GameKind& kind);

// Writes the opening of a config in its usual spelling. Errors as ReadOpening.
absl::Status CompleteOpening(const engine::GameKind& kind, v1::GameConfig& config);

// INVALID_CONFIG, with the same metadata, unless a game as `fresh`, which is not changed, can begin
// with that opening.
absl::Status CheckOpening(const Opening& opening, const engine::BoardGame& fresh);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_OPENING_H_

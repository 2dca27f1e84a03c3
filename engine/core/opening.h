#ifndef MEEPLE_ENGINE_CORE_OPENING_H_
#define MEEPLE_ENGINE_CORE_OPENING_H_

// Moves that were agreed on before a game: it begins after them, and undo never takes them back.
//
//   if (auto refused = StartWithOpening(*game, moves)) Tell(refused->index, refused->refusal);

#include <cstddef>
#include <optional>
#include <span>

#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/core/refusal.h"

namespace meeple::engine {

// The move of an opening that the rules refuse.
struct OpeningRefusal {
  size_t index = 0;  // its place in the opening, from 0
  Refusal refusal;
};

// Starts the game and plays `opening`, in turn. Refuses the first move that its rules refuse, and
// with kGameOver one that ends the game, as there must be something left to play. A game that was
// refused is of no use any more. REQUIRES: status is kNotStarted.
std::optional<OpeningRefusal> StartWithOpening(BoardGame& game, std::span<const Move> opening);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_OPENING_H_

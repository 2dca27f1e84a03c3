#include "engine/core/opening.h"

namespace meeple::engine {

std::optional<OpeningRefusal> StartWithOpening(BoardGame& game, std::span<const Move> opening) {
  game.Start();
  for (size_t index = 0; index < opening.size(); ++index) {
    std::optional<Refusal> refusal = game.Submit(game.cursor().turn_index, opening[index]);
    if (!refusal.has_value() && game.over()) {
      refusal = Refusal{.reason = RefusalReason::kGameOver,
                        .message = "the game is over after it, and nothing is left to play"};
    }
    if (refusal.has_value()) return OpeningRefusal{.index = index, .refusal = *refusal};
  }
  game.SealHistory();
  return std::nullopt;
}

}  // namespace meeple::engine

#include "engine/core/board_renderer.h"

#include "engine/core/rendering.h"

namespace meeple::engine {

void BoardRenderer::OnEvent(const BoardGame& game, const GameEvent& /*event*/) {
  text_ = RenderGame(game);
}

}  // namespace meeple::engine

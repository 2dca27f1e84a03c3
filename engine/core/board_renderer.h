#ifndef MEEPLE_ENGINE_CORE_BOARD_RENDERER_H_
#define MEEPLE_ENGINE_CORE_BOARD_RENDERER_H_

// An observer that keeps the current game as text, and nothing else of it: what is drawn can be
// read at any time, even after the game is gone. Not thread-safe.
//
//   BoardRenderer renderer;
//   match.AddObserver(&renderer);
//   Show(renderer.text());

#include <string>

#include "engine/core/board_game.h"
#include "engine/core/game_event.h"

namespace meeple::engine {

class BoardRenderer final : public GameObserver {
 public:
  void OnEvent(const BoardGame& game, const GameEvent& event) override;

  // RenderGame after the last event; empty before the first.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_BOARD_RENDERER_H_

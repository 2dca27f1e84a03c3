// What a GameSession does for a rematch that was agreed on: it has it made, and waits for it.

#include <utility>

#include "service/core/game_session.h"

namespace meeple::service {

void GameSession::AnswerLocked(Thunk answer, Actions& actions) {
  if (history_.state->offers().AgreedRematch() == nullptr) {
    return actions.thunks.push_back(std::move(answer));
  }
  actions.thunks.push_back(MakeRematch(std::move(answer)));
}

bool GameSession::IsRematchDueLocked(const AgendaItem& item) const {
  return item.kind == static_cast<int>(AgendaKind::kFinal) &&
         history_.state->offers().AgreedRematch() != nullptr;
}

GameSession::Thunk GameSession::MakeRematch(Thunk then) {
  return [self = shared_from_this(), then = std::move(then)] {
    self->hooks_.OnRematchAgreed(self, then);
  };
}

}  // namespace meeple::service

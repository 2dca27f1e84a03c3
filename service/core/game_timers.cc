#include "service/core/game_timers.h"

namespace meeple::service {

void GameTimers::Arm(const std::string& game_id, absl::Duration due) {
  MutexLock lock(mutex_);
  const auto [armed, is_new] = armed_.try_emplace(game_id);
  if (!is_new) {
    if (armed->second.due <= due) return;
    timer_.Cancel(armed->second);
  }
  armed->second = timer_.At(due, [this, game_id, due] { Fire(game_id, due); });
}

void GameTimers::Fire(const std::string& game_id, absl::Duration due) {
  {
    MutexLock lock(mutex_);
    // An earlier moment may have been asked for while this one was on its way.
    const auto armed = armed_.find(game_id);
    if (armed != armed_.end() && armed->second.due == due) armed_.erase(armed);
  }
  wake_(game_id);
}

bool GameTimers::empty() const {
  MutexLock lock(mutex_);
  return armed_.empty();
}

}  // namespace meeple::service

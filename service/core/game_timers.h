#ifndef MEEPLE_SERVICE_CORE_GAME_TIMERS_H_
#define MEEPLE_SERVICE_CORE_GAME_TIMERS_H_

// Wakes games when something is due for them: at most one task of the timer for each game, at the
// earliest moment that was asked for. Whoever is woken asks for what comes next, so that a game
// whose moment moves on, as that of its flag does with each move, leaves nothing behind.
//
//   GameTimers timers(timer, [](const std::string& game_id) {...});
//   timers.Arm(game_id, clock.Uptime() + absl::Seconds(60));
//
// Thread-safe. It keeps ids, never games.

#include <functional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/core/timer.h"

namespace meeple::service {

class GameTimers {
 public:
  // `wake` is called on the timer's thread and must be short. The timer must outlive this, and be
  // stopped before it ends.
  GameTimers(Timer& timer, std::function<void(const std::string& game_id)> wake)
      : timer_(timer), wake_(std::move(wake)) {}

  // Wakes the game at `due`, unless it is to be woken before anyway.
  void Arm(const std::string& game_id, absl::Duration due);

  // True if no game is to be woken.
  bool empty() const;

 private:
  void Fire(const std::string& game_id, absl::Duration due);

  Timer& timer_;
  const std::function<void(const std::string& game_id)> wake_;
  // Taken before the mutex of the timer.
  mutable Mutex mutex_;
  absl::flat_hash_map<std::string, Timer::Ticket> armed_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_TIMERS_H_

#ifndef MEEPLE_SERVICE_CORE_GAME_LOADER_H_
#define MEEPLE_SERVICE_CORE_GAME_LOADER_H_

// Brings games into memory: those that the journal has, at their first use, and new ones. What is
// asked for one game is done one after the other, so that there is never more than one session of
// it, however many ask at once.
//
//   GameLoader loader(registry, journal, make_session, {.threads = 2});
//   loader.Load(game_id, Urgency::kCall,
//               [](absl::StatusOr<std::shared_ptr<GameSession>> game) {...});
//
// Thread-safe.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "service/base/metrics.h"
#include "service/base/mutex.h"
#include "service/base/worker_pool.h"
#include "service/core/game_folding.h"
#include "service/core/game_registry.h"
#include "service/core/game_session.h"
#include "service/core/journal_errors.h"
#include "service/core/urgency.h"
#include "service/journal/journal.h"

namespace meeple::service {

struct LoaderOptions {
  // Threads that read the journal. With none the caller's thread does it: right for a journal that
  // answers without waiting for a disk.
  int threads = 0;
  // So many calls may wait for games to be read; more are refused.
  int max_waiting = 1'000;
  FoldLimits fold = {};
  OnUnreadable on_unreadable = {};
};

class GameLoader {
 public:
  using Game = absl::StatusOr<std::shared_ptr<GameSession>>;
  using Ready = std::function<void(Game)>;
  // A session for a game, not in the registry yet, with what the journal has on its agenda.
  using MakeSession = std::function<std::shared_ptr<GameSession>(GameHistory history,
                                                                 std::vector<AgendaItem> agenda)>;
  // A new game where there is none of that id, or why there can be none.
  using MakeNew = std::function<Game()>;

  // The references must outlive the loader.
  GameLoader(GameRegistry& registry, const Journal& journal, MakeSession make_session,
             const LoaderOptions& options);
  // Stops: see Stop.
  ~GameLoader();

  // Calls `ready` once with the session of the game, on a thread of the loader or before this
  // returns. Errors: GAME_NOT_FOUND, OVERLOADED, JOURNAL_CORRUPT for a game that is damaged,
  // JOURNAL_UNAVAILABLE.
  void Load(const std::string& game_id, Urgency urgency, Ready ready);

  // The same for a call, but makes the game if there is none.
  void LoadOrMake(const std::string& game_id, MakeNew make_new, Ready ready);

  // How many wait.
  int waiting() const {
    MutexLock lock(mutex_);
    return waiting_;
  }
  // Nanoseconds that it took to read and rebuild games, each; and how often that failed, other than
  // because there was no such game.
  const Histogram& load_time() const { return load_time_; }
  uint64_t failures() const { return failures_.value(); }

  // Ends the threads; what waits is dropped.
  void Stop();

 private:
  struct Request {
    MakeNew make_new;  // none: do not make one
    Ready ready;
  };

  void Enter(const std::string& game_id, Urgency urgency, Request request);
  // Does what is asked for a game until nothing is.
  void Work(const std::string& game_id);
  Game Find(const std::string& game_id, const MakeNew& make_new);
  Game Read(const std::string& game_id) const;
  absl::Status Told(const std::string& game_id, const absl::Status& status) const;
  void Count(const Game& read, int64_t nanoseconds);

  // Constant after construction.
  GameRegistry& registry_;
  const Journal& journal_;
  const MakeSession make_session_;
  const LoaderOptions options_;

  Histogram load_time_{kTimeBounds};
  Counter failures_;

  mutable Mutex mutex_;
  // By game; there is an entry exactly while a thread works on it or will.
  absl::flat_hash_map<std::string, std::deque<Request>> requests_ ABSL_GUARDED_BY(mutex_);
  int waiting_ ABSL_GUARDED_BY(mutex_) = 0;

  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_LOADER_H_

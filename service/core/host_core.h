#ifndef MEEPLE_SERVICE_CORE_HOST_CORE_H_
#define MEEPLE_SERVICE_CORE_HOST_CORE_H_

// What all calls of a GameHost share: the games, the threads, the secret, the limits.
//
// Thread-safe.

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "service/core/bot_runner.h"
#include "service/core/caller.h"
#include "service/core/clock.h"
#include "service/core/game_host.h"
#include "service/core/game_registry.h"
#include "service/core/game_session.h"
#include "service/core/server_secret.h"
#include "service/core/timer.h"
#include "service/core/worker_pool.h"
#include "service/journal/journal.h"

namespace meeple::service {

class HostCore : public SessionHooks {
 public:
  // `journal` and `clock` must outlive the core.
  HostCore(const HostOptions& options, Journal& journal, Clock& clock);
  // Ends the threads.
  ~HostCore() override;

  const HostOptions& options() const { return options_; }
  const ServerSecret& secret() const { return secret_; }
  JournalDurability durability() const { return journal_.durability(); }
  GameRegistry& games() { return games_; }
  std::atomic<int>& watchers() { return watchers_; }

  // A session for a prepared game, not in the registry yet and not begun. For `creation` see
  // GameSession.
  std::shared_ptr<GameSession> MakeSession(PreparedGame prepared, std::string creation);

  // The game of that id, if it exists for the caller: GAME_NOT_FOUND.
  absl::StatusOr<std::shared_ptr<GameSession>> Find(const Caller& caller,
                                                    const std::string& game_id) const;
  // The same, for a caller who may read it.
  absl::StatusOr<std::shared_ptr<GameSession>> FindToRead(const Caller& caller,
                                                          const std::string& game_id) const;

  // SERVER_DRAINING once draining has begun.
  absl::Status CheckNotDraining() const;
  void StartDraining();

  // SessionHooks
  void OnBotToMove(std::shared_ptr<GameSession> session) override;
  void OnFinalDue(const std::string& game_id, absl::Duration due) override;
  void OnWake(const std::string& game_id, std::vector<std::weak_ptr<WatchStream>> streams) override;
  bool draining() const override { return draining_.load(); }

 private:
  // Constant after construction.
  const HostOptions options_;
  const ServerSecret secret_;
  Journal& journal_;
  Clock& clock_;

  // Each synchronises itself.
  std::atomic<bool> draining_ = false;
  std::atomic<int> watchers_ = 0;
  GameRegistry games_;
  // One thread each: the watchers of a game are always woken by the same one, in order.
  std::vector<std::unique_ptr<WorkerPool>> fan_out_;
  BotRunner bots_;
  Timer timer_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_HOST_CORE_H_

#ifndef MEEPLE_SERVICE_CORE_HOST_CORE_H_
#define MEEPLE_SERVICE_CORE_HOST_CORE_H_

// What all calls of a GameHost share: the games, the threads, the secret, the limits.
//
// Thread-safe.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "service/base/metrics.h"
#include "service/base/work_count.h"
#include "service/base/worker_pool.h"
#include "service/core/bot_runner.h"
#include "service/core/caller.h"
#include "service/core/clock.h"
#include "service/core/event_reader.h"
#include "service/core/fan_out.h"
#include "service/core/feed_registry.h"
#include "service/core/game_audience.h"
#include "service/core/game_host.h"
#include "service/core/game_loader.h"
#include "service/core/game_registry.h"
#include "service/core/game_session.h"
#include "service/core/game_timers.h"
#include "service/core/host_metrics.h"
#include "service/core/key_quota.h"
#include "service/core/presence.h"
#include "service/core/server_secret.h"
#include "service/core/timer.h"
#include "service/journal/journal.h"

namespace meeple::service {

class HostCore : public SessionHooks {
 public:
  // `journal` and `clock` must outlive the core.
  HostCore(const HostOptions& options, Journal& journal, Clock& clock);
  // Ends the threads.
  ~HostCore() override;

  // Takes up what the journal has on its agenda.
  void Start();
  // Ends the threads. A derived class does so in its destructor: they call what it overrides.
  void Stop();

  const HostOptions& options() const { return options_; }
  const ServerSecret& secret() const { return secret_; }
  JournalDurability durability() const { return journal_.durability(); }
  const Journal& journal() const { return journal_; }
  const Clock& clock() const { return clock_; }
  // How long there has been a host.
  absl::Duration uptime() const { return clock_.Uptime() - started_; }
  GameRegistry& games() { return games_; }
  std::atomic<int>& watchers() { return watchers_; }

  AudienceRegistry& audiences() { return audiences_; }
  GameLoader& loader() { return loader_; }
  EventReader& reader() { return reader_; }
  FeedRegistry& feeds() { return feeds_; }
  KeyQuota& quota() { return quota_; }
  // Builds replays, of which one can take as long as a thousand other calls.
  WorkerPool& replays() { return replays_; }
  // Makes lists of games, which waits for the journal.
  WorkerPool& listings() { return listings_; }
  const GameIndex& index() const { return journal_; }
  const BotRunner& bots() const { return bots_; }
  // Does what operators ask for and a disk has to be waited for.
  WorkerPool& administration() { return administration_; }
  // True while a backup is made.
  std::atomic<bool>& backing_up() { return backing_up_; }

  HostLevels levels() const;
  HostMetrics metrics() const;

  // A session for a prepared game, not in the registry yet and not begun. For `creation` see
  // GameSession.
  std::shared_ptr<GameSession> MakeSession(PreparedGame prepared, std::string creation);

  // Lets games that were not used for long, or that there is no room for, leave memory: those of
  // some parts of the registry, the next ones at the next call.
  size_t EvictIdleGames(size_t parts);

  // Whether one more game may be in memory. Final ones give way to it, where there may be few at
  // once; else EvictIdleGames makes room before it is needed.
  bool HasRoomForGame();

  // SERVER_DRAINING once draining has begun.
  absl::Status CheckNotDraining() const;
  void StartDraining();

  // SessionHooks
  WorkCount& work() override { return work_; }
  Presence& presence() override { return presence_; }
  void OnBotToMove(std::shared_ptr<GameSession> session) override;
  void OnDue(const std::string& game_id, absl::Duration due) override;
  void OnRematchAgreed(std::shared_ptr<GameSession> session, std::function<void()> then) override;
  void OnWake(GameAudience::Streams streams) override;
  void ReadStored(const std::string& game_id, const EventRange& range,
                  EventReader::Ready ready) override;
  void OnBroken(const std::shared_ptr<GameSession>& session, AppendOutcome outcome) override;
  bool draining() const override { return draining_.load(); }

 private:
  FoldLimits LimitsOfGames() const;
  std::shared_ptr<GameSession> MakeSession(GameHistory history, std::vector<AgendaItem> agenda);
  // Takes up what the journal has on the agenda after `last`: a page at a time.
  void TakeUpAgenda(const std::optional<AgendaEntry>& last);
  void TakeUp(const AgendaEntry& entry);
  // Has the game do what is due, reading it where it is not in memory.
  void WakeGame(const std::string& game_id);
  static void HaveWork(GameSession& session);
  // Reads a game that is to do something by itself, and tries again where that cannot be done now.
  void LoadToWork(const std::string& game_id);
  // Has the journal keep the game time every now and then, as long as games are to be woken by it.
  void KeepGameTimeAfter(absl::Duration now);
  void KeepGameTime();

  // Constant after construction.
  const HostOptions options_;
  const ServerSecret secret_;
  Journal& journal_;
  Clock& clock_;
  const absl::Duration started_;

  // Each synchronises itself.
  std::atomic<bool> draining_ = false;
  std::atomic<int> watchers_ = 0;
  std::atomic<size_t> next_part_to_evict_ = 0;
  Counter evictions_;
  WorkCount work_;
  AudienceRegistry audiences_;
  Presence presence_;
  GameRegistry games_;
  GameLoader loader_;
  EventReader reader_;
  FeedRegistry feeds_;
  KeyQuota quota_;
  WorkerPool waking_;  // without threads where the options say who wakes
  FanOut fan_out_;
  Timer timer_;
  BotRunner bots_;
  WorkerPool replays_;
  WorkerPool listings_;
  std::atomic<bool> backing_up_ = false;
  // Two, so that no game waits for a backup to be looked at.
  WorkerPool administration_{2};
  GameTimers timers_;
  std::atomic<bool> keeping_game_time_ = false;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_HOST_CORE_H_

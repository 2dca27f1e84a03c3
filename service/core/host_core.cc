#include "service/core/host_core.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/rematch.h"

namespace meeple::service {
namespace {

// Entries of the agenda that are taken up at a time.
constexpr int kAgendaPage = 1'000;

constexpr absl::Duration kAgendaRetry = absl::Seconds(10);
constexpr absl::Duration kLoadRetry = absl::Seconds(1);
// So much of what players have used of their time a crash may give back to them.
constexpr absl::Duration kGameTimeInterval = absl::Seconds(2);

// Where there is no room: some tenths of a millisecond. More games are looked through from time to
// time.
constexpr int64_t kMostLookedThroughForRoom = 10'000;

constexpr EventLog::Bounds kNoBounds = {.events = std::numeric_limits<size_t>::max(),
                                        .bytes = std::numeric_limits<size_t>::max()};

}  // namespace

HostCore::HostCore(const HostOptions& options, Journal& journal, Clock& clock)
    : options_(options),
      secret_(options.secret),
      journal_(journal),
      clock_(clock),
      started_(clock.Uptime()),
      loader_(games_, journal,
              [this](GameHistory history, std::vector<AgendaItem> agenda) {
                return MakeSession(std::move(history), std::move(agenda));
              },
              {.threads = options.loading_threads,
               .max_waiting = options.max_loading,
               .fold = LimitsOfGames(),
               .on_unreadable = options.on_unreadable}),
      reader_(journal, {.threads = std::min(options.loading_threads, 1),
                        .max_waiting = options.max_loading,
                        .on_unreadable = options.on_unreadable}),
      feeds_(journal, audiences_,
             {.threads = std::min(options.loading_threads, 1),
              .max_waiting = options.max_loading,
              .kept = options.feed_entries,
              .on_append = [this](const FeedAppend& entry) { quota_.OnAppended(entry); },
              .on_wake = [this](GameAudience::Streams streams) { OnWake(std::move(streams)); },
              .on_unreadable = options.on_unreadable}),
      quota_(feeds_, options.max_games_per_key),
      waking_(options.wakes_on == nullptr ? 1 : 0),
      fan_out_(options.wakes_on == nullptr ? waking_ : *options.wakes_on),
      timer_(clock),
      bots_(options.bot_threads, options.bot_thinking, clock, timer_,
            {.make = options.make_bot, .on_defect = options.on_defect}),
      replays_(options.replay_threads),
      listings_(/*threads=*/1),
      timers_(timer_, [this](const std::string& game_id) { WakeGame(game_id); }) {}

HostCore::~HostCore() { Stop(); }

void HostCore::Start() {
  timer_.At(clock_.Uptime(), [this] { TakeUpAgenda(std::nullopt); });
}

void HostCore::Stop() {
  // Each may still give work to those after it.
  timer_.Stop();
  if (!timers_.empty()) journal_.KeepGameTime(absl::ToInt64Milliseconds(clock_.Uptime()));
  loader_.Stop();
  reader_.Stop();
  feeds_.Stop();
  bots_.Stop();
  replays_.Stop();
  listings_.Stop();
  administration_.Stop();
  // What the games themselves began is on its way to the journal.
  work_.WaitForNone();
  fan_out_.Stop();
}

FoldLimits HostCore::LimitsOfGames() const {
  return {.state = {.max_events = options_.max_events,
                    .final_after = options_.final_after,
                    .unstarted_after = options_.unstarted_after},
          .kinds = options_.kinds,
          .log = EventLog(options_.events_in_memory)};
}

std::shared_ptr<GameSession> HostCore::MakeSession(PreparedGame prepared, std::string creation) {
  const FoldLimits limits = LimitsOfGames();
  return MakeSession({.state = std::make_unique<GameState>(std::move(prepared), limits.state),
                      .creation = std::move(creation),
                      .log = limits.log},
                     {});
}

std::shared_ptr<GameSession> HostCore::MakeSession(GameHistory history,
                                                   std::vector<AgendaItem> agenda) {
  std::shared_ptr<GameAudience> audience = audiences_.Find(history.state->setup()->game_id);
  return std::make_shared<GameSession>(
      std::move(history), std::move(agenda), std::move(audience),
      SessionLimits{.max_waiting_mutations = options_.max_waiting_mutations,
                    .max_waiting_reads = options_.max_waiting_reads},
      journal_, clock_, *this);
}

size_t HostCore::EvictIdleGames(size_t parts) {
  const GameRegistry::Room room = {
      .last_used_before = clock_.Uptime() - options_.idle_after,
      .bytes_per_part = options_.max_bytes_of_games / GameRegistry::kParts,
      .final_go = games_.size() >= options_.max_games - options_.max_games / 10};
  size_t evicted = 0;
  for (size_t i = 0; i < parts; ++i) {
    evicted += games_.Evict(next_part_to_evict_.fetch_add(1) % GameRegistry::kParts, room);
  }
  evictions_.Add(evicted);
  return evicted;
}

// --- What is counted ---

HostLevels HostCore::levels() const {
  HostLevels levels = {.games = games_.size(),
                       .games_loading = loader_.waiting(),
                       .watchers = watchers_.load(),
                       .bots_thinking = bots_.thinking(),
                       .replays_waiting = replays_.waiting(),
                       .wakes_waiting = fan_out_.under_way(),
                       .draining = draining_.load()};
  // Read after those that think: each of them is busy.
  levels.bots_waiting = std::max(0, bots_.busy() - levels.bots_thinking);
  return levels;
}

HostMetrics HostCore::metrics() const {
  return {.load_time = loader_.load_time(),
          .load_failures = loader_.failures(),
          .evictions = evictions_.value(),
          .fan_out_time = fan_out_.time(),
          .thinking_time = bots_.thinking_time(),
          .standstill = clock_.LeftOut()};
}

// --- The agenda ---

void HostCore::TakeUpAgenda(const std::optional<AgendaEntry>& last) {
  const auto entries = journal_.ReadAgenda(last, kAgendaPage);
  if (!entries.ok()) {
    // Meanwhile games are taken up when they are used.
    timer_.At(clock_.Uptime() + kAgendaRetry, [this, last] { TakeUpAgenda(last); });
    return;
  }
  if (entries->empty()) return;
  for (const AgendaEntry& entry : *entries) TakeUp(entry);
  timer_.At(clock_.Uptime(), [this, next = entries->back()] { TakeUpAgenda(next); });
}

void HostCore::TakeUp(const AgendaEntry& entry) {
  if (const std::optional<absl::Duration> due = WakeTimeOf(entry.item)) {
    return OnDue(entry.game_id, *due);
  }
  if (entry.item.kind == static_cast<int>(AgendaKind::kPresence)) {
    return OnDue(entry.game_id, clock_.Uptime());
  }
  LoadToWork(entry.game_id);
}

bool HostCore::HasRoomForGame() {
  if (games_.size() < options_.max_games) return true;
  if (options_.max_games > kMostLookedThroughForRoom) return false;
  evictions_.Add(games_.EvictFinal(options_.max_games));
  return games_.size() < options_.max_games;
}

absl::Status HostCore::CheckNotDraining() const {
  if (!draining()) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_SERVER_DRAINING, "the server is shutting down");
}

void HostCore::StartDraining() {
  if (draining_.exchange(true)) return;
  if (options_.on_draining) options_.on_draining();
  audiences_.ForEach([this](GameAudience& audience) { OnWake(audience.TakeParked()); });
}

void HostCore::OnBotToMove(std::shared_ptr<GameSession> session) { bots_.Think(session); }

void HostCore::OnDue(const std::string& game_id, absl::Duration due) {
  timers_.Arm(game_id, due);
  KeepGameTimeAfter(clock_.Uptime());
}

void HostCore::WakeGame(const std::string& game_id) {
  if (const std::shared_ptr<GameSession> session = games_.Find(game_id)) return HaveWork(*session);
  LoadToWork(game_id);
}

void HostCore::HaveWork(GameSession& session) {
  session.WakeWatchers();
  session.OnTimer();
  session.WakeBot();
}

void HostCore::LoadToWork(const std::string& game_id) {
  loader_.Load(game_id, Urgency::kInternal, [this, game_id](const GameLoader::Game& game) {
    if (game.ok()) return HaveWork(**game);
    // One that is damaged, or not there, stays so.
    if (!absl::IsUnavailable(game.status())) return;
    OnDue(game_id, clock_.Uptime() + kLoadRetry);
  });
}

void HostCore::OnBroken(const std::shared_ptr<GameSession>& session, AppendOutcome outcome) {
  const std::string& game_id = session->setup().game_id;
  games_.Remove(*session);
  if (outcome == AppendOutcome::kConflict && options_.on_defect) {
    options_.on_defect(absl::StrCat("the log of game ", game_id,
                                    " went on without its session, which is read anew"));
  }
  // A bot may be to move, or a flag to fall, that the journal did not keep.
  OnDue(game_id, clock_.Uptime() + kLoadRetry);
}

void HostCore::KeepGameTimeAfter(absl::Duration now) {
  if (keeping_game_time_.exchange(true)) return;
  timer_.At(now + kGameTimeInterval, [this] { KeepGameTime(); });
}

void HostCore::KeepGameTime() {
  const absl::Duration now = clock_.Uptime();
  journal_.KeepGameTime(absl::ToInt64Milliseconds(now));
  keeping_game_time_ = false;
  if (!timers_.empty()) KeepGameTimeAfter(now);
}

void HostCore::OnRematchAgreed(std::shared_ptr<GameSession> session, std::function<void()> then) {
  MakeRematch(*this, session, std::move(then));
}

void HostCore::OnWake(GameAudience::Streams streams) { fan_out_.Wake(std::move(streams)); }

void HostCore::ReadStored(const std::string& game_id, const EventRange& range,
                          EventReader::Ready ready) {
  reader_.Read(game_id, range, kNoBounds, Urgency::kCall, std::move(ready));
}

}  // namespace meeple::service

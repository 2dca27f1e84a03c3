#include "service/core/game_loader.h"

#include <limits>
#include <optional>
#include <utility>

#include "service/core/errors.h"
#include "service/core/game_summary.h"

namespace meeple::service {
GameLoader::GameLoader(GameRegistry& registry, const Journal& journal, MakeSession make_session,
                       const LoaderOptions& options)
    : registry_(registry),
      journal_(journal),
      make_session_(std::move(make_session)),
      options_(options) {
  if (options.threads > 0) pool_ = std::make_unique<WorkerPool>(options.threads);
}

GameLoader::~GameLoader() { Stop(); }

void GameLoader::Stop() {
  if (pool_ != nullptr) pool_->Stop();
}

void GameLoader::Load(const std::string& game_id, Urgency urgency, Ready ready) {
  Enter(game_id, urgency, {.make_new = {}, .ready = std::move(ready)});
}

void GameLoader::LoadOrMake(const std::string& game_id, MakeNew make_new, Ready ready) {
  Enter(game_id, Urgency::kCall, {.make_new = std::move(make_new), .ready = std::move(ready)});
}

void GameLoader::Enter(const std::string& game_id, Urgency urgency, Request request) {
  bool refused = false;
  bool first = false;
  {
    MutexLock lock(mutex_);
    refused = urgency == Urgency::kCall && waiting_ >= options_.max_waiting;
    if (!refused) {
      std::deque<Request>& requests = requests_[game_id];
      first = requests.empty();
      requests.push_back(std::move(request));
      ++waiting_;
    }
  }
  if (refused) return request.ready(TooManyReadJournal());
  if (!first) return;
  if (pool_ == nullptr) return Work(game_id);
  pool_->Post([this, game_id] { Work(game_id); });
}

void GameLoader::Work(const std::string& game_id) {
  for (;;) {
    MakeNew make_new;
    {
      MutexLock lock(mutex_);
      make_new = std::move(requests_[game_id].front().make_new);
    }
    Game game = Find(game_id, make_new);
    Ready ready;
    bool done = false;
    {
      MutexLock lock(mutex_);
      const auto entry = requests_.find(game_id);
      ready = std::move(entry->second.front().ready);
      entry->second.pop_front();
      --waiting_;
      done = entry->second.empty();
      if (done) requests_.erase(entry);
    }
    ready(std::move(game));
    if (done) return;
  }
}

GameLoader::Game GameLoader::Find(const std::string& game_id, const MakeNew& make_new) {
  if (std::shared_ptr<GameSession> session = registry_.Find(game_id)) return session;
  const Stopwatch stopwatch;
  Game game = Read(game_id);
  Count(game, stopwatch.nanoseconds());
  if (make_new && ReasonOf(game.status()) == v1::ERROR_REASON_GAME_NOT_FOUND) game = make_new();
  if (game.ok()) registry_.Insert(*game);
  return game;
}

void GameLoader::Count(const Game& read, int64_t nanoseconds) {
  if (read.ok()) {
    load_time_.Observe(nanoseconds);
  } else if (ReasonOf(read.status()) != v1::ERROR_REASON_GAME_NOT_FOUND) {
    failures_.Add();
  }
}

absl::Status GameLoader::Told(const std::string& game_id, const absl::Status& status) const {
  return ToldOfJournal(game_id, status, options_.on_unreadable);
}

GameLoader::Game GameLoader::Read(const std::string& game_id) const {
  const auto records = journal_.Read(game_id, 0, std::numeric_limits<int>::max());
  if (!records.ok()) return Told(game_id, records.status());
  absl::StatusOr<GameHistory> history = FoldGame(game_id, *records, options_.fold);
  if (!history.ok()) return Told(game_id, history.status());
  const absl::StatusOr<std::string> summary = journal_.ReadSummary(game_id);
  if (!summary.ok()) return Told(game_id, summary.status());
  absl::StatusOr<std::vector<AgendaItem>> agenda = AgendaOfSummary(*summary);
  if (!agenda.ok()) return Told(game_id, agenda.status());
  return make_session_(*std::move(history), *std::move(agenda));
}

}  // namespace meeple::service

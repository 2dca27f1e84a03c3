#include "service/core/host_core.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/errors.h"

namespace meeple::service {

HostCore::HostCore(const HostOptions& options, Journal& journal, Clock& clock)
    : options_(options),
      secret_(options.secret),
      journal_(journal),
      clock_(clock),
      bots_(options.bot_threads),
      timer_(clock) {
  const int shards = std::max(1, options.fan_out_threads);
  for (int i = 0; i < shards; ++i) fan_out_.push_back(std::make_unique<WorkerPool>(1));
}

HostCore::~HostCore() {
  // Each may still give work to those after it.
  timer_.Stop();
  bots_.Stop();
  for (const auto& shard : fan_out_) shard->Stop();
}

std::shared_ptr<GameSession> HostCore::MakeSession(PreparedGame prepared, std::string creation) {
  auto state = std::make_unique<GameState>(
      std::move(prepared),
      StateLimits{.max_events = options_.max_events, .final_after = options_.final_after});
  return std::make_shared<GameSession>(
      std::move(state), std::move(creation),
      SessionLimits{.max_waiting_mutations = options_.max_waiting_mutations,
                    .max_waiting_reads = options_.max_waiting_reads,
                    .max_watchers = options_.max_watchers_per_game},
      journal_, clock_, *this);
}

absl::StatusOr<std::shared_ptr<GameSession>> HostCore::Find(const Caller& caller,
                                                            const std::string& game_id) const {
  std::shared_ptr<GameSession> session = games_.Find(game_id);
  if (session == nullptr) {
    return MakeError(v1::ERROR_REASON_GAME_NOT_FOUND, absl::StrCat("no game '", game_id, "'"));
  }
  if (absl::Status status = CheckExistsFor(caller, session->setup()); !status.ok()) return status;
  return session;
}

absl::StatusOr<std::shared_ptr<GameSession>> HostCore::FindToRead(
    const Caller& caller, const std::string& game_id) const {
  auto session = Find(caller, game_id);
  if (!session.ok()) return session;
  if (absl::Status status = CheckMayRead(caller, (*session)->setup()); !status.ok()) return status;
  return session;
}

absl::Status HostCore::CheckNotDraining() const {
  if (!draining()) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_SERVER_DRAINING, "the server is shutting down");
}

void HostCore::StartDraining() {
  draining_ = true;
  games_.ForEach([](GameSession& session) { session.WakeAll(); });
}

void HostCore::OnBotToMove(std::shared_ptr<GameSession> session) { bots_.Think(session); }

void HostCore::OnFinalDue(const std::string& game_id, absl::Duration due) {
  timer_.At(due, [this, game_id] {
    if (const auto session = games_.Find(game_id)) session->OnFinalTimer();
  });
}

void HostCore::OnWake(const std::string& game_id, std::vector<std::weak_ptr<WatchStream>> streams) {
  if (streams.empty()) return;
  WorkerPool& shard = *fan_out_[absl::HashOf(game_id) % fan_out_.size()];
  shard.Post([streams = std::move(streams)] {
    for (const std::weak_ptr<WatchStream>& weak : streams) {
      if (const auto stream = weak.lock()) stream->Wake();
    }
  });
}

}  // namespace meeple::service

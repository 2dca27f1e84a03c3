#include "service/core/game_audience.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"

namespace meeple::service {

absl::Status GameAudience::Add(int max) {
  MutexLock lock(mutex_);
  if (size_ >= max) {
    const std::string limit = absl::StrCat(max);
    return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                     absl::StrCat("a game, or the lobby, has at most ", limit, " watchers"),
                     {{"limit", "watchers_per_game"}, {"value", limit}});
  }
  ++size_;
  return absl::OkStatus();
}

void GameAudience::Remove() {
  MutexLock lock(mutex_);
  --size_;
}

int GameAudience::size() const {
  MutexLock lock(mutex_);
  return size_;
}

bool GameAudience::Park(const void* key, std::weak_ptr<WatchStream> stream, int64_t after) {
  MutexLock lock(mutex_);
  if (head_ > after) return false;
  parked_[key] = std::move(stream);
  return true;
}

bool GameAudience::Unpark(const void* key) {
  MutexLock lock(mutex_);
  return parked_.erase(key) != 0;
}

GameAudience::Streams GameAudience::TakeParked() {
  MutexLock lock(mutex_);
  return TakeParkedLocked();
}

GameAudience::Streams GameAudience::Publish(int64_t head) {
  MutexLock lock(mutex_);
  head_ = head;
  return TakeParkedLocked();
}

void GameAudience::Begin(int64_t head) {
  MutexLock lock(mutex_);
  head_ = std::max(head_, head);
}

GameAudience::Streams GameAudience::TakeParkedLocked() {
  Streams streams;
  streams.reserve(parked_.size());
  for (auto& [key, stream] : parked_) streams.push_back(std::move(stream));
  parked_.clear();
  // Most of them will be back soon.
  parked_.reserve(streams.size());
  return streams;
}

std::shared_ptr<GameAudience> AudienceRegistry::Of(const std::string& log_id) {
  MutexLock lock(mutex_);
  std::weak_ptr<GameAudience>& known = audiences_[log_id];
  std::shared_ptr<GameAudience> audience = known.lock();
  if (audience != nullptr) return audience;
  audience.reset(new GameAudience(log_id), [this](const GameAudience* unused) {
    Forget(unused);
    delete unused;
  });
  known = audience;
  return audience;
}

std::shared_ptr<GameAudience> AudienceRegistry::Find(const std::string& log_id) const {
  MutexLock lock(mutex_);
  const auto found = audiences_.find(log_id);
  return found == audiences_.end() ? nullptr : found->second.lock();
}

void AudienceRegistry::ForEach(const std::function<void(GameAudience&)>& visit) const {
  std::vector<std::shared_ptr<GameAudience>> audiences;
  {
    MutexLock lock(mutex_);
    audiences.reserve(audiences_.size());
    for (const auto& [log_id, audience] : audiences_) audiences.push_back(audience.lock());
  }
  for (const auto& audience : audiences) {
    if (audience != nullptr) visit(*audience);
  }
}

void AudienceRegistry::Forget(const GameAudience* audience) {
  MutexLock lock(mutex_);
  const auto found = audiences_.find(audience->log_id());
  // Another may have been made since.
  if (found != audiences_.end() && found->second.expired()) audiences_.erase(found);
}

}  // namespace meeple::service

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
  MutexLock lock(known_->mutex);
  std::weak_ptr<GameAudience>& entry = known_->audiences[log_id];
  std::shared_ptr<GameAudience> audience = entry.lock();
  if (audience != nullptr) return audience;
  audience.reset(new GameAudience(log_id), [known = known_](const GameAudience* unused) {
    known->Forget(*unused);
    delete unused;
  });
  entry = audience;
  return audience;
}

std::shared_ptr<GameAudience> AudienceRegistry::Find(const std::string& log_id) const {
  MutexLock lock(known_->mutex);
  const auto found = known_->audiences.find(log_id);
  return found == known_->audiences.end() ? nullptr : found->second.lock();
}

void AudienceRegistry::ForEach(const std::function<void(GameAudience&)>& visit) const {
  std::vector<std::shared_ptr<GameAudience>> audiences;
  {
    MutexLock lock(known_->mutex);
    audiences.reserve(known_->audiences.size());
    for (const auto& [log_id, audience] : known_->audiences) audiences.push_back(audience.lock());
  }
  for (const auto& audience : audiences) {
    if (audience != nullptr) visit(*audience);
  }
}

void AudienceRegistry::Known::Forget(const GameAudience& audience) {
  MutexLock lock(mutex);
  const auto found = audiences.find(audience.log_id());
  // Another may have been made since.
  if (found != audiences.end() && found->second.expired()) audiences.erase(found);
}

}  // namespace meeple::service

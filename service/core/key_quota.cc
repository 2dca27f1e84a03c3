#include "service/core/key_quota.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/feeds.h"

namespace meeple::service {

bool KeyQuota::IsPrepared(const std::string& key_name) const {
  MutexLock lock(mutex_);
  return keys_.contains(key_name);
}

void KeyQuota::Prepare(const std::string& key_name, std::function<void(absl::Status)> done) {
  if (IsPrepared(key_name)) return done(absl::OkStatus());
  feeds_.Open(CreationsFeed(key_name), [this, key_name, done = std::move(done)](
                                           absl::StatusOr<FeedRegistry::Feed> creations) {
    if (!creations.ok()) return done(creations.status());
    feeds_.Open(ResultsFeed(key_name), [this, key_name, done, creations = *std::move(creations)](
                                           absl::StatusOr<FeedRegistry::Feed> results) {
      if (!results.ok()) return done(results.status());
      {
        MutexLock lock(mutex_);
        keys_.try_emplace(key_name, Key{.creations = creations, .results = *std::move(results)});
      }
      done(absl::OkStatus());
    });
  });
}

absl::StatusOr<KeyQuota::Place> KeyQuota::Take(const std::string& key_name) {
  MutexLock lock(mutex_);
  Key& key = keys_.at(key_name);
  // Results first: a game that ends in between counts as in progress.
  const int64_t ended = key.results->bounds().head;
  const int64_t in_progress = key.creations->bounds().head - ended + key.being_created;
  if (in_progress >= max_games_) {
    const std::string limit = absl::StrCat(max_games_);
    return MakeError(
        v1::ERROR_REASON_LIMIT_REACHED,
        absl::StrCat("the API key has ", limit, " games in progress, which is as many as it may"),
        {{"limit", "games_per_key"}, {"value", limit}});
  }
  ++key.being_created;
  return Place(nullptr, [this, key_name](const void*) {
    MutexLock released(mutex_);
    --keys_.at(key_name).being_created;
  });
}

}  // namespace meeple::service

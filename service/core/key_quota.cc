#include "service/core/key_quota.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/feeds.h"

namespace meeple::service {

bool KeyQuota::IsPrepared(const std::string& creations_feed) const {
  MutexLock lock(mutex_);
  return keys_.contains(creations_feed);
}

void KeyQuota::Prepare(const std::string& key_name, std::function<void(absl::Status)> done) {
  if (IsPrepared(CreationsFeed(key_name))) return done(absl::OkStatus());
  feeds_.Open(CreationsFeed(key_name), [this, key_name, done = std::move(done)](
                                           absl::StatusOr<FeedRegistry::Feed> creations) {
    if (!creations.ok()) return done(creations.status());
    feeds_.Open(ResultsFeed(key_name), [this, done, creations = *std::move(creations)](
                                           absl::StatusOr<FeedRegistry::Feed> results) {
      if (!results.ok()) return done(results.status());
      {
        // What comes after this look at the head comes by OnAppended.
        MutexLock lock(mutex_);
        keys_.try_emplace(creations->name(),
                          Key{.created = creations->bounds().head, .results = *std::move(results)});
      }
      done(absl::OkStatus());
    });
  });
}

absl::StatusOr<KeyQuota::Place> KeyQuota::Take(const std::string& key_name,
                                               const std::string& game_id) {
  std::string feed = CreationsFeed(key_name);
  MutexLock lock(mutex_);
  Key& key = keys_.at(feed);
  const int64_t in_progress =
      key.created - key.results->bounds().head + std::ssize(key.being_created);
  if (in_progress >= max_games_ && !key.being_created.contains(game_id)) {
    const std::string limit = absl::StrCat(max_games_);
    return MakeError(
        v1::ERROR_REASON_LIMIT_REACHED,
        absl::StrCat("the API key has ", limit, " games in progress, which is as many as it may"),
        {{"limit", "games_per_key"}, {"value", limit}});
  }
  ++key.being_created[game_id];
  return Place(nullptr,
               [this, feed = std::move(feed), game_id](const void*) { Release(feed, game_id); });
}

void KeyQuota::OnAppended(const FeedAppend& entry) {
  MutexLock lock(mutex_);
  const auto key = keys_.find(entry.feed);
  if (key == keys_.end()) return;
  key->second.created = std::max(key->second.created, entry.sequence);
  key->second.being_created.erase(*entry.value);
}

void KeyQuota::Release(const std::string& creations_feed, const std::string& game_id) {
  MutexLock lock(mutex_);
  auto& being_created = keys_.at(creations_feed).being_created;
  const auto held = being_created.find(game_id);
  if (held == being_created.end()) return;  // it was created
  if (--held->second == 0) being_created.erase(held);
}

}  // namespace meeple::service

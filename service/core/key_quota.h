#ifndef MEEPLE_SERVICE_CORE_KEY_QUOTA_H_
#define MEEPLE_SERVICE_CORE_KEY_QUOTA_H_

// How many games an API key may have in progress. A game is in progress from its creation until it
// is final; so the count is the difference of two feeds, of the games that the key created and of
// their results, and goes on over restarts.
//
//   quota.Prepare(key, [&](absl::Status status) {...});        // once for each key
//   absl::StatusOr<KeyQuota::Place> place = quota.Take(key);   // held until the game is created
//
// Thread-safe.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/base/mutex.h"
#include "service/core/feed_registry.h"

namespace meeple::service {

class KeyQuota {
 public:
  // A game that is being created. Whoever holds it holds the place; the quota must outlive it.
  using Place = std::shared_ptr<const void>;

  // `feeds` must outlive the quota.
  KeyQuota(FeedRegistry& feeds, int64_t max_games_per_key)
      : feeds_(feeds), max_games_(max_games_per_key) {}

  // Learns how many games the key has. Calls `done` once; before this returns where that is known.
  // Errors: OVERLOADED, JOURNAL_UNAVAILABLE.
  void Prepare(const std::string& key_name, std::function<void(absl::Status)> done);

  // A place for one more game. LIMIT_REACHED. REQUIRES: Prepare was content with the key.
  absl::StatusOr<Place> Take(const std::string& key_name);

 private:
  struct Key {
    FeedRegistry::Feed creations;
    FeedRegistry::Feed results;
    int64_t being_created = 0;
  };

  bool IsPrepared(const std::string& key_name) const;

  FeedRegistry& feeds_;
  const int64_t max_games_;
  mutable Mutex mutex_;
  absl::flat_hash_map<std::string, Key> keys_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_KEY_QUOTA_H_

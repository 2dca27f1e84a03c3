#ifndef MEEPLE_SERVICE_CORE_KEY_QUOTA_H_
#define MEEPLE_SERVICE_CORE_KEY_QUOTA_H_

// How many games an API key may have in progress. A game is in progress from its creation until it
// is final; so the count is the difference of two feeds, of the games that the key created and of
// their results, and goes on over restarts.
//
//   quota.Prepare(key, [&](absl::Status status) {...});        // once for each key
//   absl::StatusOr<KeyQuota::Place> place = quota.Take(key, game_id);   // held until the answer
//   quota.OnAppended(entry);                                   // of any feed: it may be that game
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
  // For a game that is being created: whoever holds it holds the place, until the feed tells of the
  // game and counts it from then on. The quota must outlive it.
  using Place = std::shared_ptr<const void>;

  // `feeds` must outlive the quota.
  KeyQuota(FeedRegistry& feeds, int64_t max_games_per_key)
      : feeds_(feeds), max_games_(max_games_per_key) {}

  // Learns how many games the key has. Calls `done` once; before this returns where that is known.
  // Errors: OVERLOADED, JOURNAL_UNAVAILABLE.
  void Prepare(const std::string& key_name, std::function<void(absl::Status)> done);

  // A place for one more game. LIMIT_REACHED. REQUIRES: Prepare was content with the key.
  absl::StatusOr<Place> Take(const std::string& key_name, const std::string& game_id);

  // To be called with the entries of the feeds that the registry knows, in order, and before the
  // calls that made them are answered.
  void OnAppended(const FeedAppend& entry);

 private:
  struct Key {
    // How many games the key has created.
    int64_t created = 0;
    FeedRegistry::Feed results;
    // The games that are not among them yet, each with how many places are held for it: of several
    // calls that ask for the same game one at most creates it.
    absl::flat_hash_map<std::string, int> being_created = {};
  };

  bool IsPrepared(const std::string& creations_feed) const;
  // A place for the game is no longer held.
  void Release(const std::string& creations_feed, const std::string& game_id);

  FeedRegistry& feeds_;
  const int64_t max_games_;
  mutable Mutex mutex_;
  // By the name of the feed of what the key created.
  absl::flat_hash_map<std::string, Key> keys_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_KEY_QUOTA_H_

#ifndef MEEPLE_SERVICE_CORE_GAME_AUDIENCE_H_
#define MEEPLE_SERVICE_CORE_GAME_AUDIENCE_H_

// Who watches a log, that of a game or a feed: how many, and whom to wake. It outlives the session
// of its game, so that a game leaves memory while it is watched, and its watchers are woken by
// whatever session comes after.
//
//   std::shared_ptr<GameAudience> audience = registry.Of(log_id);
//   if (!audience->Park(this, stream, position)) ...                // it missed something
//   for (const auto& stream : audience->Publish(head)) ...         // something happened
//
// Thread-safe.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "service/base/mutex.h"
#include "service/core/watch.h"

namespace meeple::service {

class GameAudience {
 public:
  using Streams = std::vector<std::weak_ptr<WatchStream>>;

  explicit GameAudience(std::string log_id) : log_id_(std::move(log_id)) {}

  const std::string& log_id() const { return log_id_; }

  // Counts a watcher in, or refuses with LIMIT_REACHED if there are `max` already.
  absl::Status Add(int max);
  void Remove();
  int size() const;

  // Has `stream`, which has been told everything up to the event `after`, woken by the next Publish
  // or TakeParked, as `key`, which may be parked already. False, and nothing happens, if something
  // newer was published.
  bool Park(const void* key, std::weak_ptr<WatchStream> stream, int64_t after);
  // Forgets what is parked under `key`; false if nothing is.
  bool Unpark(const void* key);
  // All that is parked, which no longer is.
  Streams TakeParked();
  // The same, now that `head` is the newest event that may be told.
  Streams Publish(int64_t head);
  // Says that `head` was the newest one before there was anybody to wake.
  void Begin(int64_t head);

 private:
  Streams TakeParkedLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::string log_id_;

  mutable Mutex mutex_;
  int size_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t head_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<const void*, std::weak_ptr<WatchStream>> parked_ ABSL_GUARDED_BY(mutex_);
};

// The audiences of all logs that have one.
class AudienceRegistry {
 public:
  AudienceRegistry() = default;
  AudienceRegistry(const AudienceRegistry&) = delete;
  AudienceRegistry& operator=(const AudienceRegistry&) = delete;

  // The audience of a log, which stays as long as somebody holds it, be it longer than the
  // registry.
  std::shared_ptr<GameAudience> Of(const std::string& log_id);
  // The same, or null where there is none.
  std::shared_ptr<GameAudience> Find(const std::string& log_id) const;

  // Calls `visit` on every audience, outside any lock.
  void ForEach(const std::function<void(GameAudience&)>& visit) const;

 private:
  // Audiences share it: the last holder of one may let go of it after the registry went.
  struct Known {
    mutable Mutex mutex;
    absl::flat_hash_map<std::string, std::weak_ptr<GameAudience>> audiences ABSL_GUARDED_BY(mutex);

    // The last holder of an audience let go of it.
    void Forget(const GameAudience& audience);
  };

  const std::shared_ptr<Known> known_ = std::make_shared<Known>();
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_AUDIENCE_H_

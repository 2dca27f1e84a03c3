#ifndef MEEPLE_SERVICE_CORE_GAME_REGISTRY_H_
#define MEEPLE_SERVICE_CORE_GAME_REGISTRY_H_

// The games in memory, by id.
//
// Thread-safe; split into parts so that games do not wait for each other.

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/core/game_session.h"

namespace meeple::service {

class GameRegistry {
 public:
  // The session of that id, or null.
  std::shared_ptr<GameSession> Find(const std::string& game_id) const;

  // REQUIRES: there is no session of that id.
  void Insert(std::shared_ptr<GameSession> session);

  // What may stay in memory.
  struct Room {
    // A session that was last used before this may go.
    absl::Duration last_used_before;
    // If all sessions of a part take more than this, the least recently used go first, whenever
    // they were used.
    size_t bytes_per_part = std::numeric_limits<size_t>::max();
    // Whether those of games that are final go, whenever they were used.
    bool final_go = false;
  };
  // Drops sessions of part `index` that nobody holds, no call, no watch, no bot, and that hold no
  // call. Whoever wants one of them again finds none. Returns how many went.
  size_t Evict(size_t index, const Room& room);
  static constexpr size_t kParts = 64;

  // Drops sessions of games that are final, whenever they were used, until fewer than `games` are
  // left or it has looked at all. Returns how many went.
  size_t EvictFinal(int64_t games);

  // Drops one session, whenever it was used, unless somebody holds it.
  enum class Eviction { kEvicted, kInUse, kAbsent };
  Eviction EvictGame(const std::string& game_id);

  // Drops `session`, whoever holds it, unless another one is there for its game.
  void Remove(const GameSession& session);

  int64_t size() const { return size_.load(std::memory_order_relaxed); }

 private:
  struct Part {
    mutable Mutex mutex;
    absl::flat_hash_map<std::string, std::shared_ptr<GameSession>> sessions ABSL_GUARDED_BY(mutex);
  };

  Part& PartOf(const std::string& game_id);
  const Part& PartOf(const std::string& game_id) const;

  std::array<Part, kParts> parts_;
  std::atomic<size_t> next_part_of_final_ = 0;
  std::atomic<int64_t> size_ = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_REGISTRY_H_

#ifndef MEEPLE_SERVICE_CORE_GAME_REGISTRY_H_
#define MEEPLE_SERVICE_CORE_GAME_REGISTRY_H_

// The games in memory, by id.
//
// Thread-safe; split into parts so that games do not wait for each other.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "service/base/mutex.h"
#include "service/core/game_session.h"

namespace meeple::service {

class GameRegistry {
 public:
  // The session of that id, or null.
  std::shared_ptr<GameSession> Find(const std::string& game_id) const;

  // The session of that id, and whether it is new: if there was none, `make` makes it. Null where
  // `make` does. `make` must not come back here.
  std::pair<std::shared_ptr<GameSession>, bool> FindOrMake(
      const std::string& game_id, const std::function<std::shared_ptr<GameSession>()>& make);

  // Calls `visit` on every session, outside any lock.
  void ForEach(const std::function<void(GameSession&)>& visit) const;

  int64_t size() const { return size_.load(std::memory_order_relaxed); }

 private:
  struct Part {
    mutable Mutex mutex;
    absl::flat_hash_map<std::string, std::shared_ptr<GameSession>> sessions ABSL_GUARDED_BY(mutex);
  };
  static constexpr size_t kParts = 64;

  Part& PartOf(const std::string& game_id);
  const Part& PartOf(const std::string& game_id) const;

  std::array<Part, kParts> parts_;
  std::atomic<int64_t> size_ = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_REGISTRY_H_

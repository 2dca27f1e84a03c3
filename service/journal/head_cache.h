#ifndef MEEPLE_SERVICE_JOURNAL_HEAD_CACHE_H_
#define MEEPLE_SERVICE_JOURNAL_HEAD_CACHE_H_

// The newest sequence of the games that were written to last, so that an append need not ask the
// database where a game's log ends. Holds between `capacity` / 2 and `capacity` games once that
// many were seen, forgetting those not touched for longest in halves: two maps, of which the older
// one is dropped when the younger one is full.
//
// Not thread-safe: the journal's thread owns it.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace meeple::service {

class HeadCache {
 public:
  explicit HeadCache(size_t capacity) : half_(capacity / 2 + 1) {}

  // The newest sequence of a game, if it is known.
  std::optional<int64_t> Find(const std::string& game_id) const {
    if (const auto found = young_.find(game_id); found != young_.end()) return found->second;
    if (const auto found = old_.find(game_id); found != old_.end()) return found->second;
    return std::nullopt;
  }

  void Set(const std::string& game_id, int64_t head) {
    young_[game_id] = head;
    if (young_.size() < half_) return;
    old_ = std::move(young_);
    young_.clear();
  }

  size_t size() const { return young_.size() + old_.size(); }

 private:
  const size_t half_;
  absl::flat_hash_map<std::string, int64_t> young_;
  // May also hold what `young_` holds, staler.
  absl::flat_hash_map<std::string, int64_t> old_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_HEAD_CACHE_H_

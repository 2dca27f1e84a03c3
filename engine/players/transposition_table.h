#ifndef MEEPLE_ENGINE_PLAYERS_TRANSPOSITION_TABLE_H_
#define MEEPLE_ENGINE_PLAYERS_TRANSPOSITION_TABLE_H_

// What a search found out about positions that it may meet again by another order of moves. Of a
// fixed size: a newer entry replaces an older one of the same slot. Not thread-safe.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace meeple::engine {

// What an entry's value says of the true one.
enum class ValueBound : uint8_t { kExact, kAtLeast, kAtMost };

struct TranspositionEntry {
  uint64_t hash = 0;
  int32_t value = 0;
  int16_t depth = -1;  // how far was looked; -1 in an empty slot
  uint16_t best = 0;   // the index of the best move in the list of moves
  ValueBound bound = ValueBound::kExact;
  bool complete = false;  // every line below was followed to its end, however deep the next look
};

class TranspositionTable {
 public:
  // Room for about `entries`, at least one.
  explicit TranspositionTable(size_t entries) : slots_(std::bit_ceil(entries)) {}

  // The entry of that position, or null.
  const TranspositionEntry* Find(uint64_t hash) const {
    const TranspositionEntry& slot = slots_[hash & (slots_.size() - 1)];
    return slot.depth >= 0 && slot.hash == hash ? &slot : nullptr;
  }
  // REQUIRES: entry.depth >= 0.
  void Keep(const TranspositionEntry& entry) { slots_[entry.hash & (slots_.size() - 1)] = entry; }

 private:
  std::vector<TranspositionEntry> slots_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_TRANSPOSITION_TABLE_H_

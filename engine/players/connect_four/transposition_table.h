#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_TRANSPOSITION_TABLE_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_TRANSPOSITION_TABLE_H_

// What a search has learned of positions: a lower and an upper bound of the score of each, in one
// word. A slot holds the newest position that fell to it; a position is never taken for another.
// The table starts small, so that an easy question stays within the processor's cache, and doubles
// as it fills, up to a limit.
//
// An entry holds 48 bits of the key after it was multiplied by an odd number, which loses nothing;
// the slot number is its upper 16 bits or more, so that slot and entry together are the whole key:
//
//     product   |---- slot, 16 bits or more ----|
//               |---- 16 ----|---------------- 48 ----------------|
//     entry                  |---------------- 48 ----------------| lower 8 | upper 8 |
//
// Not thread-safe.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace meeple::engine::connect_four {

struct Bounds {
  int lower = 0;
  int upper = 0;
};

class TranspositionTable {
 public:
  static constexpr int kMinBits = 16;
  static constexpr int kMaxBits = 32;

  // An empty table that grows to at most 2^max_bits slots of 8 bytes.
  // REQUIRES: kMinBits <= max_bits <= kMaxBits.
  explicit TranspositionTable(int max_bits);

  // What is known of the position, or `unknown`. REQUIRES: the low 48 bits of `key` are not 0.
  Bounds Find(uint64_t key, const Bounds& unknown) const {
    const uint64_t product = key * kMultiplier;
    const uint64_t entry = slots_[SlotOf(product)];
    if ((entry ^ (product << kBoundsBits)) >> kBoundsBits != 0) return unknown;
    return {.lower = static_cast<int8_t>(entry >> 8), .upper = static_cast<int8_t>(entry)};
  }

  // REQUIRES: as Find; both bounds fit 8 bits.
  void Store(uint64_t key, const Bounds& bounds) {
    const uint64_t product = key * kMultiplier;
    slots_[SlotOf(product)] = product << kBoundsBits |
                              static_cast<uint64_t>(static_cast<uint8_t>(bounds.lower)) << 8 |
                              static_cast<uint8_t>(bounds.upper);
    if (++stores_ >> bits_ != 0 && bits_ < max_bits_) Grow();
  }

  // Asks the processor for the slot ahead of its use.
  void Prefetch(uint64_t key) const { __builtin_prefetch(&slots_[SlotOf(key * kMultiplier)]); }

 private:
  // Odd, and near 2^64 divided by the golden ratio: neighbouring keys land far apart.
  static constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  static constexpr int kBoundsBits = 16;

  size_t SlotOf(uint64_t product) const { return product >> (64 - bits_); }

  // Doubles the slots: what was in one belongs to one of the two that it became.
  void Grow();

  struct Free {
    void operator()(uint64_t* slots) const;
  };
  using Slots = std::unique_ptr<uint64_t[], Free>;
  // Zeroed, on large pages of memory where the system has them: a search jumps about in the table
  // and would else wait for the address of each slot as well.
  static Slots MakeSlots(int bits);

  const int max_bits_;
  int bits_ = kMinBits;
  uint64_t stores_ = 0;  // since the table grew
  Slots slots_;
};

}  // namespace meeple::engine::connect_four

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_TRANSPOSITION_TABLE_H_

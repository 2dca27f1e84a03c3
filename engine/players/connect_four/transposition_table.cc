#include "engine/players/connect_four/transposition_table.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace meeple::engine::connect_four {
namespace {

constexpr size_t kLargePage = size_t{2} << 20;

}  // namespace

TranspositionTable::TranspositionTable(int max_bits)
    : max_bits_(max_bits), slots_(MakeSlots(kMinBits)) {
  assert(max_bits >= kMinBits && max_bits <= kMaxBits);
}

void TranspositionTable::Free::operator()(uint64_t* slots) const {
  ::operator delete[](slots, std::align_val_t{kLargePage});
}

TranspositionTable::Slots TranspositionTable::MakeSlots(int bits) {
  const size_t count = size_t{1} << bits;
  const size_t bytes = count * sizeof(uint64_t);
  Slots slots(static_cast<uint64_t*>(::operator new[](bytes, std::align_val_t{kLargePage})));
#ifdef __linux__
  // A hint; where it is refused the table is slower, no more.
  if (bytes >= kLargePage) madvise(slots.get(), bytes, MADV_HUGEPAGE);
#endif
  std::fill_n(slots.get(), count, uint64_t{0});
  return slots;
}

void TranspositionTable::Grow() {
  const Slots old = std::exchange(slots_, MakeSlots(bits_ + 1));
  for (uint64_t slot = 0; slot >> bits_ == 0; ++slot) {
    const uint64_t upper = slot >> (bits_ - kBoundsBits) << (64 - kBoundsBits);
    const uint64_t product = upper | old[slot] >> kBoundsBits;
    slots_[product >> (63 - bits_)] = old[slot];
  }
  ++bits_;
  stores_ = 0;
}

}  // namespace meeple::engine::connect_four

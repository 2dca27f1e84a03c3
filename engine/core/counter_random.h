#ifndef MEEPLE_ENGINE_CORE_COUNTER_RANDOM_H_
#define MEEPLE_ENGINE_CORE_COUNTER_RANDOM_H_

// Randomness as a pure function of a seed and a position, so that nothing is ever rewound: undo
// and roll again gives the same number, and replay needs no generator state.

#include <cstdint>

namespace meeple::engine {

// 64 bits that depend on every bit of the three inputs. The output is pinned by test and never
// changes. `ply` is the number of turns played, `index` numbers the draws within one ply.
uint64_t Draw(uint64_t seed, uint64_t ply, uint64_t index);

// A number from 0 to bound - 1, without bias beyond 2^-32. REQUIRES: 0 < bound <= 2^32.
uint64_t DrawBelow(uint64_t bound, uint64_t seed, uint64_t ply, uint64_t index);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_COUNTER_RANDOM_H_

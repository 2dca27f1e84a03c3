#include "engine/core/counter_random.h"

#include <cassert>

namespace meeple::engine {
namespace {

// The odd constant nearest to 2^64 divided by the golden ratio, and two multiples of it: they keep
// the stages apart and zero inputs from meeting the fixed point of Mix.
constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
constexpr uint64_t kPlyStage = 2 * kGolden;
constexpr uint64_t kIndexStage = 3 * kGolden;

// The finaliser of SplitMix64: a bijection in which every bit of input reaches every bit of output.
constexpr uint64_t Mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

uint64_t Draw(uint64_t seed, uint64_t ply, uint64_t index) {
  const uint64_t key = Mix(seed + kGolden);
  const uint64_t at_ply = Mix((key ^ ply) + kPlyStage);
  // Adding the key again makes one output not enough to run the stages backwards to the seed.
  return Mix((at_ply ^ index) + kIndexStage) + key;
}

uint64_t DrawBelow(uint64_t bound, uint64_t seed, uint64_t ply, uint64_t index) {
  assert(bound > 0 && bound <= (uint64_t{1} << 32));
  // The upper half of the 128-bit product, in two 64-bit steps that cannot overflow.
  const uint64_t draw = Draw(seed, ply, index);
  const uint64_t high = (draw >> 32) * bound;
  const uint64_t low = ((draw & 0xffffffff) * bound) >> 32;
  return (high + low) >> 32;
}

}  // namespace meeple::engine

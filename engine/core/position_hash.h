#ifndef MEEPLE_ENGINE_CORE_POSITION_HASH_H_
#define MEEPLE_ENGINE_CORE_POSITION_HASH_H_

// Numbers that tell positions apart, the same in every process, so that what a search with a
// transposition table answers depends on nothing but the position and its seed.
//
//   uint64_t hash = HashBytes(bytes);
//   hash = CombineHash(hash, turn);

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace meeple::engine {

// Mixes `value` into `hash`: each bit of both changes about half the bits of the result. The
// finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr uint64_t CombineHash(uint64_t hash, uint64_t value) {
  uint64_t mixed = (hash ^ value) + 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

// A hash of `bytes` and of their number, eight bytes at a time.
uint64_t HashBytes(std::string_view bytes);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_POSITION_HASH_H_

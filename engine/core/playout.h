#ifndef MEEPLE_ENGINE_CORE_PLAYOUT_H_
#define MEEPLE_ENGINE_CORE_PLAYOUT_H_

// Random play to the end as fast as the machine allows: positions that are small values, a
// generator of a few instructions, and a loop that the compiler sees whole. For search that plays
// millions of games; everything else plays through BoardGame.
//
//   PlayoutRandom random(seed);
//   const SeatIndex winner = PlayOut(position, random);   // a copy is played, not the position

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "engine/core/position_hash.h"
#include "engine/core/types.h"

namespace meeple::engine {

// A position that random play needs no more of. Moves are numbered in the order in which the game
// lists them, so that the same numbers play the same game through BoardGame.
template <class P>
concept PlayoutPosition = std::is_trivially_copyable_v<P> &&
    requires(P position, const P& current, int number) {
  // Nothing more can be played.
  { current.over() } -> std::same_as<bool>;
  // The legal moves. REQUIRES: not over.
  { current.MoveCount() } -> std::same_as<int>;
  // Plays one of them, from 0. REQUIRES: not over.
  { position.PlayNth(number) } -> std::same_as<void>;
  // Who won, kNoSeat for a draw. REQUIRES: over.
  { current.winner() } -> std::same_as<SeatIndex>;
};

// A counter whose bits are mixed (SplitMix64), so that one number does not wait for the one before.
// The same seed gives the same numbers everywhere. Not for anything that players must not foresee:
// see counter_random.h.
class PlayoutRandom {
 public:
  explicit PlayoutRandom(uint64_t seed) : state_(seed) {}

  uint64_t Next() { return CombineHash(state_ += 0x9e3779b97f4a7c15, 0); }
  // From 0 to bound - 1, without bias beyond 2^-32 of one number: a product instead of a division.
  // REQUIRES: 0 < bound < 2^31.
  int Below(int bound) {
    return static_cast<int>((Next() >> 32) * static_cast<uint64_t>(bound) >> 32);
  }

 private:
  uint64_t state_;
};

// Plays uniformly random moves to the end and says who won, kNoSeat for a draw.
template <PlayoutPosition P>
SeatIndex PlayOut(P position, PlayoutRandom& random) {
  while (!position.over()) position.PlayNth(random.Below(position.MoveCount()));
  return position.winner();
}

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_PLAYOUT_H_

#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_PLAYOUT_POSITION_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_PLAYOUT_POSITION_H_

// Connect Four on 7 x 6 for random play (engine/core/playout.h). Which columns are open, and which
// of them is the n-th, is looked up by the cells of the top row that are empty:
//
//      .  X  .  .  O  .  .     open columns 0 2 3 5 6, so entry 1101101 of the table
//
// A value to copy.
//
//   PlayOut(PlayoutPosition7x6(position, seat_to_move), random);

#include <array>
#include <cstdint>

#include "engine/core/types.h"
#include "engine/players/connect_four/board_shape.h"
#include "engine/players/connect_four/position.h"

namespace meeple::engine::connect_four {

// For each set of columns, in eight groups of four bits: its members in order, last their number.
inline constexpr std::array<uint32_t, 128> kMembers = [] {
  std::array<uint32_t, 128> members{};
  for (uint32_t set = 0; set < members.size(); ++set) {
    uint32_t count = 0;
    for (uint32_t column = 0; column < 7; ++column) {
      if ((set >> column & 1) != 0) members[set] |= column << (4 * count++);
    }
    members[set] |= count << 28;
  }
  return members;
}();

class PlayoutPosition7x6 {
 public:
  // REQUIRES: no line stands; `to_move` is 0 or 1.
  PlayoutPosition7x6(const Position& position, SeatIndex to_move)
      : mine_(position.mine), all_(position.all), to_move_(to_move) {}

  bool over() const { return won_ || OpenTops() == 0; }
  // Most of a game no column is full: a guess that the processor learns, and need not wait for the
  // position to make.
  int MoveCount() const {
    if (OpenTops() == kTops) [[likely]]
      return kShape.width();
    return static_cast<int>(Members() >> 28);
  }
  void PlayNth(int number) {
    int column = number;
    if (OpenTops() != kTops) [[unlikely]]
      column = static_cast<int>(Members() >> (4 * number) & 7);
    mine_ ^= all_;
    all_ |= all_ + (uint64_t{1} << (column * kShape.stride()));
    to_move_ = 1 - to_move_;
    won_ = HasLine(kShape, mine_ ^ all_);
  }
  SeatIndex winner() const { return won_ ? 1 - to_move_ : kNoSeat; }

  bool operator==(const PlayoutPosition7x6&) const = default;

 private:
  static constexpr FixedShape<7, 6> kShape{};
  static constexpr uint64_t kTops = kShape.bottom() << (kShape.height() - 1);

  uint64_t OpenTops() const { return ~all_ & kTops; }
  // The entry of kMembers for the open columns. Their bits, seven apart, are gathered by a product
  // that brings each next to the last, from bit 36 on; no two summands meet in one bit.
  uint32_t Members() const {
    const uint64_t open = OpenTops() >> (kShape.height() - 1);
    return kMembers[(open * EveryNth(kShape.width(), kShape.height())) >> 36 & 127];
  }

  uint64_t mine_;  // of the side to move
  uint64_t all_;
  SeatIndex to_move_;
  bool won_ = false;
};

}  // namespace meeple::engine::connect_four

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_PLAYOUT_POSITION_H_

#ifndef MEEPLE_SERVICE_CORE_BOT_TIME_H_
#define MEEPLE_SERVICE_CORE_BOT_TIME_H_

// How long a bot may think about a move: what the server has for it, and what its clock allows.
// Pure functions.
//
//   BotDeadlines deadlines = {.clock = absl::Seconds(105),
//                             .rules = {.per_move_milliseconds = 5'000}};
//   TimeForMove(deadlines, absl::Seconds(100));   // 4.5 s

#include <algorithm>

#include "absl/time/time.h"
#include "service/core/game_clock.h"

namespace meeple::service {

// So much of what is left a bot does not think away: a search asks every now and then whether to
// stop, mostly within 50 ms, and its thread may have to wait for a processor.
inline constexpr absl::Duration kMoveReserve = absl::Milliseconds(250);

// How long one of `busy` bots may think on `threads` threads: `longest` while each has a thread,
// and less the more they are, but never so little that a bot could not look around.
absl::Duration ThinkingTime(absl::Duration longest, int busy, int threads);

// When the game stops waiting for the move of a bot, by the uptime of the server: see
// Clock::Uptime.
struct BotDeadlines {
  absl::Duration clock = absl::InfiniteDuration();       // its flag falls
  absl::Duration first_move = absl::InfiniteDuration();  // the game is called off
  ClockRules rules = {};

  // The latest moment to begin with the move.
  absl::Duration latest_start() const { return std::min(clock, first_move) - kMoveReserve; }
};

// How long a bot that begins at `now` may think; infinite where nothing limits it:
// - of a time that is for this one move, nine tenths of what is left;
// - of a time that is for all moves to come, a twentieth of what is left and nine tenths of the
//   increment, and never more than half of what is left;
// - of either, never the last kMoveReserve: where no more than that is left, it moves at once.
absl::Duration TimeForMove(const BotDeadlines& deadlines, absl::Duration now);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_BOT_TIME_H_

#include "service/core/bot_time.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kShortest = absl::Milliseconds(100);
// A game is planned to go on for so many moves of the bot.
constexpr int kMovesToCome = 20;

absl::Duration NineTenths(absl::Duration time) { return time * 9 / 10; }

absl::Duration ButTheReserve(absl::Duration left, absl::Duration share) {
  return std::max(absl::ZeroDuration(), std::min(share, left - kMoveReserve));
}

absl::Duration ForThisMove(absl::Duration left) { return ButTheReserve(left, NineTenths(left)); }

absl::Duration ForAllMoves(absl::Duration left, absl::Duration increment) {
  return ButTheReserve(left, std::min(left / kMovesToCome + NineTenths(increment), left / 2));
}

}  // namespace

absl::Duration ThinkingTime(absl::Duration longest, int busy, int threads) {
  const absl::Duration share = longest * threads / std::max(busy, threads);
  return std::min(longest, std::max(kShortest, share));
}

absl::Duration TimeForMove(const BotDeadlines& deadlines, absl::Duration now) {
  const absl::Duration left = deadlines.clock - now;
  const absl::Duration of_clock =
      deadlines.rules.per_move_milliseconds > 0
          ? ForThisMove(left)
          : ForAllMoves(left, absl::Milliseconds(deadlines.rules.increment_milliseconds));
  return std::min(of_clock, ForThisMove(deadlines.first_move - now));
}

}  // namespace meeple::service

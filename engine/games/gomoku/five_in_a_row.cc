#include "engine/games/gomoku/five_in_a_row.h"

#include <algorithm>
#include <array>

namespace meeple::engine {

bool FiveInARow::Wins(const MarkRun& run) const {
  switch (rule_) {
    case FiveRule::kFreestyle:
      return run.length >= kFive;
    case FiveRule::kExact:
      return run.length == kFive;
    case FiveRule::kCaro:
      break;
  }
  return run.length > kFive || (run.length == kFive && !(run.blocked_before && run.blocked_after));
}

bool FiveInARow::Completes(const BoardView& board, Cell cell) const {
  const std::array<MarkRun, 4> runs = RunsThrough(board, cell);
  return std::any_of(runs.begin(), runs.end(), [this](const MarkRun& run) { return Wins(run); });
}

}  // namespace meeple::engine

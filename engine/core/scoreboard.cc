#include "engine/core/scoreboard.h"

namespace meeple::engine {

std::optional<Result> ResultFor(const BoardGame& game, SeatIndex winner, bool drawn,
                                SeatIndex seat) {
  if (winner == kNoSeat && !drawn) return std::nullopt;
  if (seat == winner) return Result::kWin;
  return drawn && game.IsPlaying(seat) ? Result::kDraw : Result::kLoss;
}

void Scoreboard::OnEvent(const BoardGame& game, const GameEvent& event) {
  if (event.kind == GameEventKind::kFinished) Count(game, event.outcome, 1);
  if (event.kind == GameEventKind::kUndone) Count(game, event.outcome_before, -1);
}

Score Scoreboard::ScoreOf(std::string_view player_id) const {
  const auto found = scores_.find(player_id);
  return found == scores_.end() ? Score{} : found->second;
}

void Scoreboard::Count(const BoardGame& game, const Outcome& outcome, int by) {
  const bool decided =
      outcome.reason == EndReason::kBoard || outcome.reason == EndReason::kAgreement;
  const bool drawn = decided && outcome.winner == kNoSeat;
  for (SeatIndex seat = 0; seat < game.seats(); ++seat) {
    const std::optional<Result> result = ResultFor(game, outcome.winner, drawn, seat);
    if (!result.has_value()) return;
    Score& score = scores_[game.players()[seat].id];
    int& count = *result == Result::kWin    ? score.wins
                 : *result == Result::kDraw ? score.draws
                                            : score.losses;
    count += by;
  }
}

}  // namespace meeple::engine

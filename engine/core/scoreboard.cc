#include "engine/core/scoreboard.h"

namespace meeple::engine {

void Scoreboard::OnEvent(const BoardGame& game, const GameEvent& event) {
  if (event.kind == GameEventKind::kFinished) Count(game, event.outcome, 1);
  if (event.kind == GameEventKind::kUndone) Count(game, event.outcome_before, -1);
}

Score Scoreboard::ScoreOf(std::string_view player_id) const {
  const auto found = scores_.find(player_id);
  return found == scores_.end() ? Score{} : found->second;
}

void Scoreboard::Count(const BoardGame& game, const Outcome& outcome, int by) {
  const bool drawn = outcome.reason == EndReason::kBoard && outcome.winner == kNoSeat;
  if (!drawn && outcome.winner == kNoSeat) return;
  for (SeatIndex seat = 0; seat < game.seats(); ++seat) {
    Score& score = scores_[game.players()[seat].id];
    int& count = drawn ? score.draws : seat == outcome.winner ? score.wins : score.losses;
    count += by;
  }
}

}  // namespace meeple::engine

#include "service/core/game_scoring.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "service/core/game_state.h"

namespace meeple::service {
namespace {

constexpr int kFewestPlayers = 2;

void AddResult(engine::Result result, int64_t times, ScoreCounts& counts) {
  switch (result) {
    case engine::Result::kWin:
      counts.wins += times;
      break;
    case engine::Result::kDraw:
      counts.draws += times;
      break;
    case engine::Result::kLoss:
      counts.losses += times;
      break;
  }
}

}  // namespace

bool IsScored(const v1::GameConfig& config) {
  const bool bots = std::ranges::any_of(config.seats(),
                                        [](const v1::SeatConfig& seat) { return seat.has_bot(); });
  return config.seats_size() >= kFewestPlayers && !bots && config.opening().empty() &&
         !config.has_seed();
}

GameResults ResultsOf(const GameState& state) {
  const engine::BoardGame& game = state.game();
  GameResults results;
  if (!game.over() || !state.setup()->scored) return results;
  const bool drawn = game.cursor().status == engine::GameStatus::kDrawn;
  for (engine::SeatIndex seat = 0; seat < game.seats(); ++seat) {
    const std::optional<engine::Result> result =
        engine::ResultFor(game, game.outcome().winner, drawn, seat);
    if (!result.has_value()) return {};
    results.push_back(*result);
  }
  return results;
}

std::vector<ScoreChange> ScoreChangesOf(const GameResults& before, const GameState& after) {
  std::vector<ScoreChange> changes;
  const GameResults results = ResultsOf(after);
  if (results == before) return changes;
  const GameSetup& setup = *after.setup();
  const v1::ScoreBoard board =
      setup.creator.empty() ? v1::SCORE_BOARD_CASUAL : v1::SCORE_BOARD_SHARED;
  for (engine::SeatIndex seat = 0; seat < after.game().seats(); ++seat) {
    ScoreCounts by;
    if (!before.empty()) AddResult(before[seat], -1, by);
    if (!results.empty()) AddResult(results[seat], 1, by);
    const std::string& player_id = after.game().players()[seat].id;
    changes.push_back({ScoreTable(board, setup.kind->id), player_id, by});
    changes.push_back({ScoreTable(board, ""), player_id, by});
  }
  return changes;
}

std::string ScoreTable(v1::ScoreBoard board, std::string_view kind) {
  return absl::StrCat(board == v1::SCORE_BOARD_CASUAL ? "casual/" : "shared/", std::string(kind));
}

}  // namespace meeple::service

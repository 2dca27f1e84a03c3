#include "engine/players/connect_four/connect_four_player.h"

#include <optional>
#include <utility>

#include "engine/players/connect_four/game_position.h"
#include "engine/players/strategies.h"

namespace meeple::engine {

ConnectFourPlayer::ConnectFourPlayer(std::unique_ptr<MoveStrategy> fallback,
                                     const connect_four::SolverOptions& effort)
    : fallback_(std::move(fallback)), effort_(effort) {}

absl::StatusOr<Move> ConnectFourPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  const std::optional<connect_four::KnownPosition> known = connect_four::ReadPosition(game);
  if (!known.has_value()) return fallback_->Choose(game);
  connect_four::Solver solver(known->width, known->height, effort_);
  const std::optional<int> column = solver.BestColumn(known->position);
  return column.has_value() ? Move::InColumn(*column) : fallback_->Choose(game);
}

}  // namespace meeple::engine

#include "engine/players/strategies.h"

#include "absl/strings/str_cat.h"
#include "engine/core/counter_random.h"

namespace meeple::engine {

absl::Status CheckInProgress(const BoardGame& game) {
  if (game.cursor().status == GameStatus::kInProgress) return absl::OkStatus();
  return absl::FailedPreconditionError("there is no move to choose: the game is not in progress");
}

absl::StatusOr<Move> HumanPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  return source_(game);
}

absl::StatusOr<Move> ScriptedPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  if (played_ == script_.size()) {
    return absl::OutOfRangeError(
        absl::StrCat("the script has no move after its ", script_.size(), " moves"));
  }
  return script_[played_++];
}

absl::StatusOr<Move> RandomPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  game.ListLegalMoves(moves_);
  if (moves_.empty()) return absl::FailedPreconditionError("there is no legal move");
  return moves_[DrawBelow(moves_.size(), seed_, game.cursor().turns, 0)];
}

}  // namespace meeple::engine

#include "engine/players/perfect_player.h"

#include <utility>

#include "engine/core/board.h"
#include "engine/games/tic_tac_toe/tic_tac_toe.h"
#include "engine/players/perfect_table.h"
#include "engine/players/strategies.h"

namespace meeple::engine {
namespace {

constexpr int kSide = 3;

// The board of a game that the table knows, or null.
const BoardView* KnownBoard(const BoardGame& game) {
  const auto* known = dynamic_cast<const TicTacToe*>(&game);
  if (known == nullptr || known->seats() != 2 || known->board().rows() != kSide) return nullptr;
  return &known->board();
}

// In the table seat 0 moves first.
int CodeOf(const BoardView& board, SeatIndex first_seat) {
  int code = 0;
  for (int i = 0; i < kPerfectCells; ++i) {
    const SeatIndex seat = board.At({.row = i / kSide, .column = i % kSide});
    if (seat != kNoSeat) code += PerfectDigit(i, seat == first_seat ? 0 : 1);
  }
  return code;
}

}  // namespace

PerfectPlayer::PerfectPlayer(std::unique_ptr<MoveStrategy> fallback)
    : fallback_(std::move(fallback)) {}

absl::StatusOr<Move> PerfectPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  const BoardView* board = KnownBoard(game);
  if (board == nullptr) return fallback_->Choose(game);
  const int best = PerfectTable::Get().At(CodeOf(*board, game.options().first_seat)).best;
  return Move::AtCell({.row = best / kSide, .column = best % kSide});
}

}  // namespace meeple::engine

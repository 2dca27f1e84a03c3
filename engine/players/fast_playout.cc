#include "engine/players/fast_playout.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/board.h"
#include "engine/games/tic_tac_toe/tic_tac_toe.h"
#include "engine/players/connect_four/game_position.h"
#include "engine/players/connect_four/playout_position.h"
#include "engine/players/tic_tac_toe/playout_position.h"

namespace meeple::engine {
namespace {

class GamePlayout final : public FastPlayout {
 public:
  SeatIndex Play(BoardGame& copy, PlayoutRandom& random) override {
    int played = 0;
    for (; !copy.over() && played < kMostMoves; ++played) {
      copy.ListLegalMoves(moves_);
      copy.ApplyUnchecked(moves_[random.Below(static_cast<int>(moves_.size()))]);
    }
    const SeatIndex winner = copy.outcome().winner;
    for (; played > 0; --played) copy.UndoUnchecked();
    return winner;
  }

 private:
  std::vector<Move> moves_;  // kept to save an allocation a game
};

// The 3 x 3 board of a game between two, or null.
const BoardView* SmallBoard(const BoardGame& game) {
  const auto* known = dynamic_cast<const TicTacToe*>(&game);
  if (known == nullptr || known->seats() != 2 || known->board().rows() != 3) return nullptr;
  return &known->board();
}

class TicTacToePlayout final : public FastPlayout {
 public:
  SeatIndex Play(BoardGame& copy, PlayoutRandom& random) override {
    if (copy.over()) return copy.outcome().winner;
    const BoardView& board = static_cast<const TicTacToe&>(copy).board();
    const SeatIndex to_move = copy.cursor().turn_index;
    uint32_t marks[2] = {0, 0};  // of the seat to move, of the other
    for (int cell = 0; cell < 9; ++cell) {
      const SeatIndex seat = board.At({.row = cell / 3, .column = cell % 3});
      if (seat != kNoSeat) marks[seat == to_move ? 0 : 1] |= uint32_t{1} << cell;
    }
    return PlayOut(tic_tac_toe::PlayoutPosition3x3(marks[0], marks[1], to_move), random);
  }
};

// The position of a game on the usual board, if it is one.
std::optional<connect_four::Position> UsualPosition(const BoardGame& game) {
  const std::optional<connect_four::KnownPosition> known = connect_four::ReadPosition(game);
  if (!known.has_value() || known->width != 7 || known->height != 6) return std::nullopt;
  return known->position;
}

class ConnectFourPlayout final : public FastPlayout {
 public:
  SeatIndex Play(BoardGame& copy, PlayoutRandom& random) override {
    if (copy.over()) return copy.outcome().winner;
    return PlayOut(connect_four::PlayoutPosition7x6(*UsualPosition(copy), copy.cursor().turn_index),
                   random);
  }
};

}  // namespace

std::unique_ptr<FastPlayout> FastPlayout::For(const BoardGame& game) {
  // Small values know no limit of turns.
  if (game.options().turn_limit != 0) return ThroughTheGame();
  if (SmallBoard(game) != nullptr) return std::make_unique<TicTacToePlayout>();
  if (UsualPosition(game).has_value()) return std::make_unique<ConnectFourPlayout>();
  return ThroughTheGame();
}

std::unique_ptr<FastPlayout> FastPlayout::ThroughTheGame() {
  return std::make_unique<GamePlayout>();
}

}  // namespace meeple::engine

#include "engine/players/connect_four/game_position.h"

#include <cstdint>

#include "engine/games/connect_four/connect_four.h"
#include "engine/players/connect_four/board_shape.h"

namespace meeple::engine::connect_four {

std::optional<KnownPosition> ReadPosition(const BoardGame& game) {
  const auto* known = dynamic_cast<const ConnectFour*>(&game);
  if (known == nullptr || known->seats() != 2 || known->rule().k() != 4) return std::nullopt;
  const BoardView& board = known->board();
  if (!FitsWord(board.columns(), board.rows())) return std::nullopt;
  Position position{.turns = board.filled()};
  for (int column = 0; column < board.columns(); ++column) {
    uint64_t cell = uint64_t{1} << (column * (board.rows() + 1));
    for (int height = 1; height <= known->HeightOf(column); ++height, cell <<= 1) {
      position.all |= cell;
      const SeatIndex seat = board.At({.row = board.rows() - height, .column = column});
      if (seat == game.cursor().turn_index) position.mine |= cell;
    }
  }
  return KnownPosition{.width = board.columns(), .height = board.rows(), .position = position};
}

}  // namespace meeple::engine::connect_four

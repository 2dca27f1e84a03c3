#include "engine/core/board.h"

namespace meeple::engine {

BoardPicture DrawBoard(const BoardView& board, const std::vector<Player>& players) {
  BoardPicture picture{.rows = board.rows(), .columns = board.columns()};
  picture.cells.reserve(static_cast<size_t>(board.rows()) * board.columns());
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const SeatIndex seat = board.At({row, column});
      picture.cells.emplace_back(1, seat == kNoSeat ? '.' : players[seat].symbol);
    }
  }
  return picture;
}

}  // namespace meeple::engine

#include "engine/core/cell_rules.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"

namespace meeple::engine {

std::optional<Refusal> CheckEmptyCell(const BoardView& board, const Move& move) {
  if (move.form() != MoveForm::kCell) {
    return Refusal{.reason = RefusalReason::kWrongForm,
                   .message = "a move of this game is a cell, such as b2"};
  }
  if (!board.Contains(move.cell())) {
    return Refusal{.reason = RefusalReason::kOutsideBoard,
                   .message = absl::StrCat(FormatMove(move), " is outside the board of ",
                                           board.rows(), " x ", board.columns())};
  }
  if (!board.IsEmpty(move.cell())) {
    return Refusal{.reason = RefusalReason::kCellTaken,
                   .message = absl::StrCat(FormatMove(move), " is taken")};
  }
  return std::nullopt;
}

// Whether the next cell is empty is anybody's guess, so every cell is written, and kept by moving
// on without a branch.
void ListEmptyCells(const BoardView& board, std::vector<Move>& moves) {
  const size_t before = moves.size();
  const size_t empty = static_cast<size_t>(board.rows()) * board.columns() - board.filled();
  moves.resize(before + empty + 1);
  Move* next = moves.data() + before;
  const int8_t* mark = board.marks();
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column, ++mark) {
      *next = Move::AtCell({row, column});
      next += *mark == kNoSeat ? 1 : 0;
    }
  }
  moves.pop_back();
}

}  // namespace meeple::engine

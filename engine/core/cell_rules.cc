#include "engine/core/cell_rules.h"

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

void ListEmptyCells(const BoardView& board, std::vector<Move>& moves) {
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      if (board.IsEmpty({row, column})) moves.push_back(Move::AtCell({row, column}));
    }
  }
}

}  // namespace meeple::engine

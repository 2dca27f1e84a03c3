#ifndef MEEPLE_ENGINE_CORE_CELL_RULES_H_
#define MEEPLE_ENGINE_CORE_CELL_RULES_H_

// What games whose moves mark an empty cell of a board have in common.

#include <optional>
#include <vector>

#include "engine/core/board.h"
#include "engine/core/move.h"
#include "engine/core/refusal.h"

namespace meeple::engine {

// Refuses, in this order: kWrongForm, kOutsideBoard, kCellTaken.
std::optional<Refusal> CheckEmptyCell(const BoardView& board, const Move& move);

// Appends a kCell move for each empty cell, in the order of moves.
void ListEmptyCells(const BoardView& board, std::vector<Move>& moves);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_CELL_RULES_H_

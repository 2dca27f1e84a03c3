#ifndef MEEPLE_CLIENTS_CLI_BOARD_DRAWING_H_
#define MEEPLE_CLIENTS_CLI_BOARD_DRAWING_H_

// Draws the board of any game for a terminal. Pure functions.
//
//        a   b   c
//      ┌───┬───┬───┐
//    1 │ X │ O │   │
//      ├───┼───┼───┤
//    2 │   │ X │   │
//      ├───┼───┼───┤
//    3 │   │   │   │
//      └───┴───┴───┘
//
// A board that does not fit with lines is drawn without, two columns a cell.

#include <google/protobuf/repeated_field.h>

#include <optional>
#include <string>

#include "clients/cli/style.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// How moves of the game name a column.
enum class ColumnLabels { kLetters, kNumbers };

// A column as people write it: a, b, ..., z, aa, ...  REQUIRES: column is not negative.
std::string ColumnName(int column);

struct BoardLook {
  Style style;
  ColumnLabels labels = ColumnLabels::kLetters;
};

// The cell that a move played on, or nothing where it played on none or the board does not show it.
// In a game of columns that is the topmost piece of the column.
std::optional<v1::Cell> CellOf(const v1::Board& board, const v1::Move& move);

// The lines of the drawing, each with its line feed; `last`, the cell played last, stands out.
// Marks have the colours of the seats whose symbol they are. Empty where the board contradicts
// itself. REQUIRES: all texts are printable.
std::string DrawBoard(const v1::Board& board,
                      const google::protobuf::RepeatedPtrField<v1::Seat>& seats,
                      const std::optional<v1::Cell>& last, const BoardLook& look);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BOARD_DRAWING_H_

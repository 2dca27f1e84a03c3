#ifndef MEEPLE_ENGINE_TESTING_TEXT_BOARD_H_
#define MEEPLE_ENGINE_TESTING_TEXT_BOARD_H_

// A board as text, for slow reference rules of games about lines. Every line of the board is
// written out and read from one end to the other; nothing is shared with the rules of the games.
//
//   TextBoard board(2, 3);
//   board.rows[0] = "0.1";           // a digit is a seat
//   for (const TextRun& run : AllRuns(board)) ...

#include <map>
#include <string>
#include <vector>

#include "engine/core/game_kind.h"
#include "engine/core/move.h"
#include "engine/core/types.h"
#include "engine/testing/conformance.h"

namespace meeple::engine {

struct TextBoard {
  // An empty one.
  TextBoard(int row_count, int column_count) : rows(row_count, std::string(column_count, kEmpty)) {}

  static constexpr char kEmpty = '.';

  std::vector<std::string> rows;
};

// The board after the cells that `played` marks.
TextBoard FillCells(const PlayedGame& played, int rows, int columns);

// A kCell move for each empty cell, row by row.
std::vector<Move> EmptyCells(const TextBoard& board);

// Marks of one seat side by side on a line, as many as there are.
struct TextRun {
  SeatIndex seat;
  int length;
  // What stands at its ends: a digit, kEmpty, or kEdge.
  char before;
  char after;

  static constexpr char kEdge = '#';
};

// Those of all rows, columns and diagonals. A single mark is a run on each of its lines.
std::vector<TextRun> AllRuns(const TextBoard& board);

// How a game stands in which the seats take turns in order, if `winning` are the runs that win and
// `moves` what could be played: won by a run, drawn where there is no move, else in progress.
ReferenceState JudgeRuns(const PlayedGame& played, const std::vector<TextRun>& winning,
                         std::vector<Move> moves);

// What is rare in the end of any game about lines: "draw", "two lines at once", and "win on a full
// board".
std::vector<std::string> RareLineCases(const std::vector<TextRun>& winning, bool full);

// The setup of a game with the parameters rows, columns and k.
ConformanceSetup LineSetup(int rows, int columns, int k, int players, int games,
                           std::map<std::string, int> rare_cases);

// Every cell of the board and around it, cells far off, and moves of other forms.
std::vector<Move> CellUniverse(int rows, int columns);
// The same for columns.
std::vector<Move> ColumnUniverse(int columns);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_TEXT_BOARD_H_

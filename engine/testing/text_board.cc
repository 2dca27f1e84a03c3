#include "engine/testing/text_board.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"

namespace meeple::engine {
namespace {

// Every row, column and diagonal as text: cells that agree in one sum of their row and column stand
// on one line.
std::vector<std::string> AllLines(const TextBoard& board) {
  std::vector<std::string> lines;
  using Key = int (*)(int row, int column);
  for (Key key : {Key([](int row, int /*column*/) { return row; }),
                  Key([](int /*row*/, int column) { return column; }),
                  Key([](int row, int column) { return row - column; }),
                  Key([](int row, int column) { return row + column; })}) {
    std::map<int, std::string> by_key;
    for (size_t row = 0; row < board.rows.size(); ++row) {
      for (size_t column = 0; column < board.rows[row].size(); ++column) {
        by_key[key(static_cast<int>(row), static_cast<int>(column))] += board.rows[row][column];
      }
    }
    for (auto& [unused, line] : by_key) lines.push_back(std::move(line));
  }
  return lines;
}

void AppendRuns(const std::string& line, std::vector<TextRun>& runs) {
  const std::string text = TextRun::kEdge + line + TextRun::kEdge;
  for (size_t begin = 1; begin + 1 < text.size();) {
    const size_t end = text.find_first_not_of(text[begin], begin);
    if (text[begin] != TextBoard::kEmpty) {
      runs.push_back({.seat = text[begin] - '0',
                      .length = static_cast<int>(end - begin),
                      .before = text[begin - 1],
                      .after = text[end]});
    }
    begin = end;
  }
}

std::vector<Move> OtherForms() {
  return {Move::Roll(), Move::Pins(1), Move::Pass(), Move::Ship(0, {0, 0}, Direction::kDown)};
}

}  // namespace

TextBoard FillCells(const PlayedGame& played, int rows, int columns) {
  TextBoard board(rows, columns);
  for (const Ply& ply : played.plies) {
    board.rows[ply.move.cell().row][ply.move.cell().column] = static_cast<char>('0' + ply.seat);
  }
  return board;
}

std::vector<Move> EmptyCells(const TextBoard& board) {
  std::vector<Move> moves;
  for (int row = 0; row < static_cast<int>(board.rows.size()); ++row) {
    for (int column = 0; column < static_cast<int>(board.rows[row].size()); ++column) {
      if (board.rows[row][column] == TextBoard::kEmpty)
        moves.push_back(Move::AtCell({row, column}));
    }
  }
  return moves;
}

std::vector<TextRun> AllRuns(const TextBoard& board) {
  std::vector<TextRun> runs;
  for (const std::string& line : AllLines(board)) AppendRuns(line, runs);
  return runs;
}

ReferenceState JudgeRuns(const PlayedGame& played, const std::vector<TextRun>& winning,
                         std::vector<Move> moves) {
  if (!winning.empty()) return {.status = GameStatus::kWon, .winner = winning[0].seat};
  if (moves.empty()) return {.status = GameStatus::kDrawn};
  return {.status = GameStatus::kInProgress,
          .to_move = static_cast<SeatIndex>(played.plies.size() % played.seats),
          .legal_moves = std::move(moves)};
}

std::vector<std::string> RareLineCases(const std::vector<TextRun>& winning, bool full) {
  std::vector<std::string> cases;
  if (winning.empty()) cases.push_back("draw");
  if (winning.size() > 1) cases.push_back("two lines at once");
  if (!winning.empty() && full) cases.push_back("win on a full board");
  return cases;
}

ConformanceSetup LineSetup(int rows, int columns, int k, int players, int games,
                           std::map<std::string, int> rare_cases) {
  const std::map<std::string, std::string> parameters = {
      {"rows", absl::StrCat(rows)}, {"columns", absl::StrCat(columns)}, {"k", absl::StrCat(k)}};
  return {.name = absl::StrCat("Rows", rows, "Columns", columns, "K", k, "For", players),
          .parameters = parameters,
          .players = players,
          .games = games,
          .max_turns = rows * columns,
          .rare_cases = std::move(rare_cases)};
}

std::vector<Move> CellUniverse(int rows, int columns) {
  std::vector<Move> moves = OtherForms();
  moves.push_back(Move::InColumn(0));
  moves.push_back(Move::AtCell({INT32_MAX, INT32_MAX}));
  moves.push_back(Move::AtCell({INT32_MIN, INT32_MIN}));
  for (int row = -1; row <= rows; ++row) {
    for (int column = -1; column <= columns; ++column) moves.push_back(Move::AtCell({row, column}));
  }
  return moves;
}

std::vector<Move> ColumnUniverse(int columns) {
  std::vector<Move> moves = OtherForms();
  moves.push_back(Move::AtCell({0, 0}));
  moves.push_back(Move::InColumn(INT32_MAX));
  moves.push_back(Move::InColumn(INT32_MIN));
  for (int column = -1; column <= columns; ++column) moves.push_back(Move::InColumn(column));
  return moves;
}

}  // namespace meeple::engine

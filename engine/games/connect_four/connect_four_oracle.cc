// The rules of Connect Four once more, slow and obvious: columns are texts that grow upwards, the
// board is written out from them line by line, and a run of k or more wins.

#include <string>
#include <vector>

#include "engine/testing/conformance.h"
#include "engine/testing/text_board.h"

namespace meeple::engine::connect_four {
namespace {

// The discs of each column, the lowest first.
std::vector<std::string> Drop(const PlayedGame& played) {
  std::vector<std::string> columns(played.parameters.Integer("columns"));
  for (const Ply& ply : played.plies) {
    columns[ply.move.column()] += static_cast<char>('0' + ply.seat);
  }
  return columns;
}

// Lines are the same on a board that lies on its side.
std::vector<TextRun> WinningRuns(const PlayedGame& played) {
  TextBoard board(0, 0);
  for (std::string column : Drop(played)) {
    column.resize(played.parameters.Integer("rows"), TextBoard::kEmpty);
    board.rows.push_back(column);
  }
  std::vector<TextRun> winning;
  for (const TextRun& run : AllRuns(board)) {
    if (run.length >= played.parameters.Integer("k")) winning.push_back(run);
  }
  return winning;
}

std::vector<Move> OpenColumns(const PlayedGame& played) {
  std::vector<Move> moves;
  int number = 0;
  for (const std::string& column : Drop(played)) {
    if (static_cast<int>(column.size()) < played.parameters.Integer("rows")) {
      moves.push_back(Move::InColumn(number));
    }
    ++number;
  }
  return moves;
}

ReferenceState Reference(const PlayedGame& played) {
  return JudgeRuns(played, WinningRuns(played), OpenColumns(played));
}

std::vector<Move> Universe(const Parameters& parameters) {
  return ColumnUniverse(parameters.Integer("columns"));
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const std::vector<TextRun> winning = WinningRuns(played);
  const size_t open = OpenColumns(played).size();
  std::vector<std::string> cases = RareLineCases(winning, open == 0);
  if (static_cast<int>(open) < played.parameters.Integer("columns")) {
    cases.push_back("full column");
  }
  if (!winning.empty() && winning[0].length > played.parameters.Integer("k")) {
    cases.push_back("longer than k");
  }
  return cases;
}

}  // namespace

Conformance MakeConformance() {
  return {
      .kind = "connect_four",
      .setups = {LineSetup(6, 7, 4, 2, 1'000,
                           {{"draw", 2},
                            {"full column", 463},
                            {"longer than k", 76},
                            {"two lines at once", 21}}),
                 LineSetup(4, 4, 4, 2, 500,
                           {{"draw", 218},
                            {"full column", 491},
                            {"two lines at once", 2},
                            {"win on a full board", 46}}),
                 LineSetup(2, 2, 2, 2, 20, {{"full column", 20}}),
                 LineSetup(9, 4, 4, 2, 200,
                           {{"draw", 5}, {"full column", 66}, {"two lines at once", 4}}),
                 LineSetup(5, 9, 4, 2, 200,
                           {{"full column", 109}, {"longer than k", 26}, {"two lines at once", 6}}),
                 LineSetup(2, 6, 5, 3, 200, {{"draw", 200}, {"full column", 200}}),
                 LineSetup(6, 6, 3, 3, 200,
                           {{"full column", 54}, {"longer than k", 5}, {"two lines at once", 4}}),
                 LineSetup(8, 8, 3, 8, 50,
                           {{"draw", 14}, {"full column", 37}, {"two lines at once", 1}})},
      .universe = Universe,
      .reference = Reference,
      .rare_cases = RareCases};
}

}  // namespace meeple::engine::connect_four

// The rules of m,n,k-games once more, slow and obvious: after each ply the whole board is written
// out line by line, and a run of k or more wins.

#include <string>
#include <vector>

#include "engine/testing/conformance.h"
#include "engine/testing/text_board.h"

namespace meeple::engine::mnk {
namespace {

TextBoard Fill(const PlayedGame& played) {
  return FillCells(played, played.parameters.Integer("rows"), played.parameters.Integer("columns"));
}

std::vector<TextRun> WinningRuns(const PlayedGame& played, const TextBoard& board) {
  std::vector<TextRun> winning;
  for (const TextRun& run : AllRuns(board)) {
    if (run.length >= played.parameters.Integer("k")) winning.push_back(run);
  }
  return winning;
}

ReferenceState Reference(const PlayedGame& played) {
  const TextBoard board = Fill(played);
  return JudgeRuns(played, WinningRuns(played, board), EmptyCells(board));
}

std::vector<Move> Universe(const Parameters& parameters) {
  return CellUniverse(parameters.Integer("rows"), parameters.Integer("columns"));
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const TextBoard board = Fill(played);
  const std::vector<TextRun> winning = WinningRuns(played, board);
  std::vector<std::string> cases = RareLineCases(winning, EmptyCells(board).empty());
  if (!winning.empty() && winning[0].length > played.parameters.Integer("k")) {
    cases.push_back("longer than k");
  }
  return cases;
}

}  // namespace

Conformance MakeConformance() {
  return {
      .kind = "mnk",
      .setups = {LineSetup(3, 3, 3, 2, 500,
                           {{"draw", 61}, {"two lines at once", 11}, {"win on a full board", 121}}),
                 LineSetup(1, 2, 2, 2, 10, {{"draw", 10}}),
                 LineSetup(1, 7, 3, 2, 300,
                           {{"draw", 152}, {"longer than k", 7}, {"win on a full board", 70}}),
                 LineSetup(7, 2, 4, 3, 300,
                           {{"draw", 271}, {"longer than k", 1}, {"win on a full board", 7}}),
                 LineSetup(4, 6, 4, 2, 300,
                           {{"draw", 29},
                            {"longer than k", 22},
                            {"two lines at once", 11},
                            {"win on a full board", 14}}),
                 LineSetup(5, 5, 3, 4, 200,
                           {{"draw", 28},
                            {"longer than k", 8},
                            {"two lines at once", 9},
                            {"win on a full board", 11}}),
                 LineSetup(6, 6, 4, 2, 200,
                           {{"draw", 1}, {"longer than k", 22}, {"two lines at once", 8}}),
                 LineSetup(5, 8, 2, 8, 100, {{"two lines at once", 2}}),
                 LineSetup(13, 10, 5, 2, 5, {{"longer than k", 3}})},
      .universe = Universe,
      .reference = Reference,
      .rare_cases = RareCases};
}

}  // namespace meeple::engine::mnk

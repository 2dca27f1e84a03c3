// The rules of Gomoku once more, slow and obvious: after each ply the whole board is written out
// line by line, and each run of marks is measured.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/conformance.h"
#include "engine/testing/text_board.h"

namespace meeple::engine::gomoku {
namespace {

TextBoard Fill(const PlayedGame& played) {
  const int size = played.parameters.Integer("size");
  return FillCells(played, size, size);
}

bool IsBlockedFive(const TextRun& run) {
  const std::string no_block = {TextBoard::kEmpty, TextRun::kEdge};
  return run.length == 5 && no_block.find(run.before) == std::string::npos &&
         no_block.find(run.after) == std::string::npos;
}

bool Wins(const std::string& rule, const TextRun& run) {
  if (run.length < 5) return false;
  if (rule == "exact") return run.length == 5;
  if (rule == "caro") return !IsBlockedFive(run);
  return true;
}

std::vector<TextRun> WinningRuns(const PlayedGame& played, const TextBoard& board) {
  std::vector<TextRun> winning;
  for (const TextRun& run : AllRuns(board)) {
    if (Wins(played.parameters.Text("rule"), run)) winning.push_back(run);
  }
  return winning;
}

ReferenceState Reference(const PlayedGame& played) {
  const TextBoard board = Fill(played);
  return JudgeRuns(played, WinningRuns(played, board), EmptyCells(board));
}

std::vector<Move> Universe(const Parameters& parameters) {
  return CellUniverse(parameters.Integer("size"), parameters.Integer("size"));
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const TextBoard board = Fill(played);
  std::vector<std::string> cases =
      RareLineCases(WinningRuns(played, board), EmptyCells(board).empty());
  bool overline = false;
  bool blocked_five = false;
  for (const TextRun& run : AllRuns(board)) {
    overline = overline || run.length > 5;
    blocked_five = blocked_five || IsBlockedFive(run);
  }
  if (overline) cases.push_back("overline");
  if (blocked_five) cases.push_back("five blocked at both ends");
  return cases;
}

// `games` random games in which the rare cases are so many.
ConformanceSetup Setup(const std::string& rule, int size, int games,
                       std::map<std::string, int> rare_cases) {
  return {.name = "Size" + std::to_string(size) + rule,
          .parameters = {{"rule", rule}, {"size", std::to_string(size)}},
          .games = games,
          .max_turns = size * size,
          .rare_cases = std::move(rare_cases)};
}

}  // namespace

Conformance MakeConformance() {
  return {.kind = "gomoku",
          .setups = {Setup("freestyle", 5, 300,
                           {{"draw", 187}, {"two lines at once", 1}, {"win on a full board", 17}}),
                     Setup("freestyle", 7, 100,
                           {{"draw", 9},
                            {"five blocked at both ends", 6},
                            {"overline", 15},
                            {"two lines at once", 2},
                            {"win on a full board", 2}}),
                     Setup("exact", 6, 300,
                           {{"draw", 101},
                            {"overline", 30},
                            {"two lines at once", 4},
                            {"win on a full board", 8}}),
                     Setup("exact", 8, 100,
                           {{"draw", 3},
                            {"five blocked at both ends", 7},
                            {"overline", 14},
                            {"two lines at once", 3},
                            {"win on a full board", 1}}),
                     Setup("caro", 7, 200,
                           {{"draw", 20},
                            {"five blocked at both ends", 11},
                            {"overline", 27},
                            {"two lines at once", 6},
                            {"win on a full board", 3}}),
                     Setup("caro", 9, 60,
                           {{"draw", 1}, {"five blocked at both ends", 9}, {"overline", 10}}),
                     Setup("freestyle", 15, 3, {{"five blocked at both ends", 1}})},
          .universe = Universe,
          .reference = Reference,
          .rare_cases = RareCases};
}

}  // namespace meeple::engine::gomoku

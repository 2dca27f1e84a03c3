// The rules of tic-tac-toe once more, slow and obvious: the board is filled again from the first
// ply and every line is looked at.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/conformance.h"
#include "engine/testing/text_board.h"

namespace meeple::engine::tic_tac_toe {
namespace {

constexpr char kDraw[] = "draw";
constexpr char kTwoLinesAtOnce[] = "two lines at once";
constexpr char kWinOnTheLastCell[] = "win on the last cell";

using Line = std::vector<SeatIndex>;
using Grid = std::vector<Line>;

Grid Fill(const PlayedGame& played) {
  const int size = played.parameters.Integer("size");
  Grid grid(size, Line(size, kNoSeat));
  for (const Ply& ply : played.plies) grid[ply.move.cell().row][ply.move.cell().column] = ply.seat;
  return grid;
}

std::vector<Line> AllLines(const Grid& grid) {
  const size_t size = grid.size();
  std::vector<Line> lines = grid;
  Line falling, rising;
  for (size_t i = 0; i < size; ++i) {
    Line column;
    for (size_t row = 0; row < size; ++row) column.push_back(grid[row][i]);
    lines.push_back(column);
    falling.push_back(grid[i][i]);
    rising.push_back(grid[size - 1 - i][i]);
  }
  lines.push_back(falling);
  lines.push_back(rising);
  return lines;
}

// The owners of the full lines, one for each line.
std::vector<SeatIndex> Winners(const Grid& grid) {
  std::vector<SeatIndex> winners;
  for (const Line& line : AllLines(grid)) {
    if (line[0] != kNoSeat && Line(line.size(), line[0]) == line) winners.push_back(line[0]);
  }
  return winners;
}

std::vector<Move> EmptyCells(const Grid& grid) {
  std::vector<Move> moves;
  const int size = static_cast<int>(grid.size());
  for (int i = 0; i < size * size; ++i) {
    const Cell cell = {.row = i / size, .column = i % size};
    if (grid[cell.row][cell.column] == kNoSeat) moves.push_back(Move::AtCell(cell));
  }
  return moves;
}

ReferenceState Reference(const PlayedGame& played) {
  const Grid grid = Fill(played);
  const std::vector<SeatIndex> winners = Winners(grid);
  if (!winners.empty()) return {.status = GameStatus::kWon, .winner = winners[0]};
  std::vector<Move> moves = EmptyCells(grid);
  if (moves.empty()) return {.status = GameStatus::kDrawn};
  const int seat = static_cast<int>(played.plies.size()) % played.seats;
  return {.status = GameStatus::kInProgress, .to_move = seat, .legal_moves = moves};
}

std::vector<Move> Universe(const Parameters& parameters) {
  return CellUniverse(parameters.Integer("size"), parameters.Integer("size"));
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const Grid grid = Fill(played);
  const bool full = EmptyCells(grid).empty();
  const size_t lines = Winners(grid).size();
  std::vector<std::string> cases;
  if (lines > 0 && full) cases.push_back(kWinOnTheLastCell);
  if (lines > 1) cases.push_back(kTwoLinesAtOnce);
  if (lines == 0 && full) cases.push_back(kDraw);
  return cases;
}

// On `size` x `size` for `players`, `games` random games in which the rare cases are so many.
ConformanceSetup Setup(int size, int players, int games, std::map<std::string, int> rare_cases) {
  return {.name = "Size" + std::to_string(size) + "For" + std::to_string(players),
          .parameters = {{"size", std::to_string(size)}},
          .players = players,
          .games = games,
          .max_turns = size * size,
          .rare_cases = std::move(rare_cases)};
}

}  // namespace

Conformance MakeConformance() {
  return {.kind = "tic_tac_toe",
          .setups = {Setup(3, 2, 3'000,
                           {{kDraw, 378}, {kTwoLinesAtOnce, 91}, {kWinOnTheLastCell, 698}}),
                     Setup(3, 3, 1'000, {{kDraw, 736}, {kWinOnTheLastCell, 80}}),
                     Setup(3, 8, 100, {{kDraw, 100}}),
                     Setup(4, 2, 1'000,
                           {{kDraw, 403}, {kTwoLinesAtOnce, 10}, {kWinOnTheLastCell, 109}}),
                     Setup(4, 3, 1'000, {{kDraw, 882}, {kWinOnTheLastCell, 50}}),
                     Setup(10, 2, 20, {{kDraw, 20}})},
          .universe = Universe,
          .reference = Reference,
          .rare_cases = RareCases};
}

}  // namespace meeple::engine::tic_tac_toe

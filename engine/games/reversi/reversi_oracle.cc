// The rules of Reversi once more, slow and obvious: the discs are laid out again from the first ply
// and every direction is walked cell by cell.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/conformance.h"

namespace meeple::engine::reversi {
namespace {

constexpr char kDraw[] = "draw";
constexpr char kEmptyCellsLeft[] = "two passes with cells empty";
constexpr char kPass[] = "pass";
constexpr char kTurnTwice[] = "a pass and on it goes";
constexpr char kWipeOut[] = "wipe-out";

using Grid = std::vector<std::vector<SeatIndex>>;

Grid Opening(int size) {
  Grid grid(size, std::vector<SeatIndex>(size, kNoSeat));
  const int middle = size / 2;
  grid[middle - 1][middle] = grid[middle][middle - 1] = 0;
  grid[middle - 1][middle - 1] = grid[middle][middle] = 1;
  return grid;
}

bool Contains(const Grid& grid, Cell cell) {
  const int size = static_cast<int>(grid.size());
  return cell.row >= 0 && cell.row < size && cell.column >= 0 && cell.column < size;
}

// The discs that `seat` would flip from `cell` in one direction.
std::vector<Cell> FlipsTowards(const Grid& grid, Cell cell, int down, int right, SeatIndex seat) {
  std::vector<Cell> flips;
  for (Cell next = {cell.row + down, cell.column + right}; Contains(grid, next);
       next = {next.row + down, next.column + right}) {
    const SeatIndex disc = grid[next.row][next.column];
    if (disc == seat) return flips;
    if (disc == kNoSeat) break;
    flips.push_back(next);
  }
  return {};
}

std::vector<Cell> Flips(const Grid& grid, Cell cell, SeatIndex seat) {
  std::vector<Cell> flips;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      for (const Cell flip : FlipsTowards(grid, cell, down, right, seat)) flips.push_back(flip);
    }
  }
  return flips;
}

Grid Fill(const PlayedGame& played) {
  Grid grid = Opening(played.parameters.Integer("size"));
  for (const Ply& ply : played.plies) {
    if (ply.move.form() == MoveForm::kPass) continue;
    const Cell cell = ply.move.cell();
    for (const Cell flip : Flips(grid, cell, ply.seat)) grid[flip.row][flip.column] = ply.seat;
    grid[cell.row][cell.column] = ply.seat;
  }
  return grid;
}

int Count(const Grid& grid, SeatIndex seat) {
  int count = 0;
  for (const auto& row : grid) {
    for (const SeatIndex disc : row) count += disc == seat ? 1 : 0;
  }
  return count;
}

std::vector<Move> LegalMoves(const Grid& grid, SeatIndex seat) {
  std::vector<Move> moves;
  const int size = static_cast<int>(grid.size());
  for (int i = 0; i < size * size; ++i) {
    const Cell cell = {.row = i / size, .column = i % size};
    if (grid[cell.row][cell.column] != kNoSeat) continue;
    if (!Flips(grid, cell, seat).empty()) moves.push_back(Move::AtCell(cell));
  }
  if (moves.empty()) moves.push_back(Move::Pass());
  return moves;
}

bool EndsInTwoPasses(const PlayedGame& played) {
  const size_t plies = played.plies.size();
  return plies >= 2 && played.plies[plies - 1].move.form() == MoveForm::kPass &&
         played.plies[plies - 2].move.form() == MoveForm::kPass;
}

ReferenceState Reference(const PlayedGame& played) {
  const Grid grid = Fill(played);
  if (EndsInTwoPasses(played) || Count(grid, kNoSeat) == 0) {
    const int first = Count(grid, 0);
    const int second = Count(grid, 1);
    if (first == second) return {.status = GameStatus::kDrawn};
    return {.status = GameStatus::kWon, .winner = first > second ? 0 : 1};
  }
  const SeatIndex seat = static_cast<SeatIndex>(played.plies.size() % 2);
  return {
      .status = GameStatus::kInProgress, .to_move = seat, .legal_moves = LegalMoves(grid, seat)};
}

std::vector<Move> Universe(const Parameters& parameters) {
  const int size = parameters.Integer("size");
  std::vector<Move> moves = {Move::InColumn(0),
                             Move::Roll(),
                             Move::Pins(1),
                             Move::Pass(),
                             Move::Ship(0, {0, 0}, Direction::kDown),
                             Move::AtCell({INT32_MAX, INT32_MAX}),
                             Move::AtCell({INT32_MIN, INT32_MIN})};
  for (int row = -1; row <= size; ++row) {
    for (int column = -1; column <= size; ++column) moves.push_back(Move::AtCell({row, column}));
  }
  return moves;
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const Grid grid = Fill(played);
  std::vector<std::string> cases;
  bool passed = false, went_on = false;
  for (const Ply& ply : played.plies) {
    const bool passes = ply.move.form() == MoveForm::kPass;
    went_on = went_on || (passed && !passes);
    passed = passes;
    if (passes && (cases.empty() || cases.back() != kPass)) cases.emplace_back(kPass);
  }
  if (went_on) cases.emplace_back(kTurnTwice);
  if (EndsInTwoPasses(played) && Count(grid, kNoSeat) > 0) cases.emplace_back(kEmptyCellsLeft);
  if (Count(grid, 0) == 0 || Count(grid, 1) == 0) cases.emplace_back(kWipeOut);
  if (Count(grid, 0) == Count(grid, 1)) cases.emplace_back(kDraw);
  return cases;
}

// On `size` x `size`, `games` random games of at most `max_turns` in which the rare cases are so
// many.
ConformanceSetup Setup(int size, int games, int max_turns, std::map<std::string, int> rare_cases) {
  return {.name = "Size" + std::to_string(size),
          .parameters = {{"size", std::to_string(size)}},
          .players = 2,
          .games = games,
          .max_turns = max_turns,
          .rare_cases = std::move(rare_cases)};
}

}  // namespace

Conformance MakeConformance() {
  return {.kind = "reversi",
          .setups = {Setup(4, 1'000, 18,
                           {{kDraw, 85},
                            {kEmptyCellsLeft, 129},
                            {kPass, 548},
                            {kTurnTwice, 498},
                            {kWipeOut, 55}}),
                     Setup(6, 100, 38,
                           {{kDraw, 5}, {kEmptyCellsLeft, 4}, {kPass, 49}, {kTurnTwice, 47}}),
                     Setup(8, 100, 66,
                           {{kDraw, 5}, {kEmptyCellsLeft, 1}, {kPass, 30}, {kTurnTwice, 30}}),
                     Setup(10, 10, 100, {{kPass, 2}, {kTurnTwice, 2}}),
                     Setup(16, 2, 256, {{kPass, 1}, {kTurnTwice, 1}})},
          .universe = Universe,
          .reference = Reference,
          .rare_cases = RareCases};
}

}  // namespace meeple::engine::reversi

#include "engine/games/battleship/sea_oracle.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"

namespace meeple::engine::battleship {
namespace {

int Steps(Cell a, Cell b) {
  return std::max(std::abs(a.row - b.row), std::abs(a.column - b.column));
}

bool IsOnBoard(const Table& table, const Cells& cells) {
  return std::all_of(cells.begin(), cells.end(), [&](Cell cell) {
    return cell.row >= 0 && cell.row < table.rows && cell.column >= 0 &&
           cell.column < table.columns;
  });
}

bool IsFree(const Table& table, const Ships& ships, const Cells& cells) {
  return std::all_of(ships.begin(), ships.end(), [&](const auto& ship) {
    return Distance(ship.second, cells) > (table.touching ? 0 : 1);
  });
}

// Whether all ships that are not among `ships` fit, longest first, each at the first place.
bool RestFits(const Table& table, Ships ships) {
  while (ships.size() < table.fleet.size()) {
    int longest = -1;
    for (int ship = 0; ship < static_cast<int>(table.fleet.size()); ++ship) {
      if (ships.count(ship) > 0) continue;
      if (longest < 0 || table.fleet[ship] > table.fleet[longest]) longest = ship;
    }
    const std::vector<Move> places = Places(table, ships, longest);
    if (places.empty()) return false;
    ships[longest] = CellsOf(table, places.front());
  }
  return true;
}

}  // namespace

Table ReadTable(const Parameters& parameters) {
  Table table = {.rows = parameters.Integer("rows"),
                 .columns = parameters.Integer("columns"),
                 .touching = parameters.Boolean("touching"),
                 .repeat_counts = parameters.Text("repeat_shot") == "miss"};
  for (const std::string& length :
       std::vector<std::string>(absl::StrSplit(parameters.Text("fleet"), ','))) {
    table.fleet.push_back(std::stoi(length));
  }
  return table;
}

Cells CellsOf(const Table& table, const Move& move) {
  Cells cells;
  for (int i = 0; i < table.fleet[move.ship()]; ++i) {
    Cell cell = move.cell();
    (move.direction() == Direction::kRight ? cell.column : cell.row) += i;
    cells.push_back(cell);
  }
  return cells;
}

Course CourseOf(const Table& table, const PlayedGame& played) {
  Course course;
  for (const Ply& ply : played.plies) {
    if (ply.move.form() == MoveForm::kShip) {
      course.ships[ply.seat][ply.move.ship()] = CellsOf(table, ply.move);
    } else {
      course.shots[ply.seat].push_back(ply.move.cell());
    }
  }
  return course;
}

bool Has(const Cells& cells, Cell cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

int Distance(const Cells& a, const Cells& b) {
  int least = INT32_MAX;
  for (const Cell one : a) {
    for (const Cell other : b) least = std::min(least, Steps(one, other));
  }
  return least;
}

std::vector<Move> Places(const Table& table, const Ships& ships, int ship) {
  std::vector<Move> places;
  for (int row = 0; row < table.rows; ++row) {
    for (int column = 0; column < table.columns; ++column) {
      for (Direction direction : {Direction::kRight, Direction::kDown}) {
        const Move move = Move::Ship(ship, {row, column}, direction);
        const Cells cells = CellsOf(table, move);
        if (IsOnBoard(table, cells) && IsFree(table, ships, cells)) places.push_back(move);
      }
    }
  }
  return places;
}

bool LeavesRoom(const Table& table, Ships ships, const Move& move) {
  ships[move.ship()] = CellsOf(table, move);
  return RestFits(table, std::move(ships));
}

std::vector<Move> LegalPlacements(const Table& table, const Ships& ships) {
  std::vector<Move> moves;
  for (int ship = 0; ship < static_cast<int>(table.fleet.size()); ++ship) {
    if (ships.count(ship) > 0) continue;
    for (const Move& move : Places(table, ships, ship)) {
      if (LeavesRoom(table, ships, move)) moves.push_back(move);
    }
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::vector<Move> LegalShots(const Table& table, const Cells& shots) {
  std::vector<Move> moves;
  for (int row = 0; row < table.rows; ++row) {
    for (int column = 0; column < table.columns; ++column) {
      const Cell cell = {row, column};
      if (table.repeat_counts || !Has(shots, cell)) moves.push_back(Move::AtCell(cell));
    }
  }
  return moves;
}

bool IsSunk(const Cells& ship, const Cells& shots) {
  return std::all_of(ship.begin(), ship.end(), [&](Cell cell) { return Has(shots, cell); });
}

}  // namespace meeple::engine::battleship

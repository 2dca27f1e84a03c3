// Battleship as the conformance suite tries it.

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/games/battleship/sea_oracle.h"
#include "engine/games/battleship/twin_oracle.h"
#include "engine/testing/conformance.h"

namespace meeple::engine::battleship {
namespace {

constexpr char kRepeatShot[] = "a shot at a cell fired at before";
constexpr char kShipsTouch[] = "ships that touch";
constexpr char kOneShotLate[] = "the loser needed one more hit";
constexpr char kRoomKept[] = "a place refused for the room of the rest";
constexpr char kSunkByTheLastCell[] = "won by the last cell to fire at";
constexpr char kTwoShipsOpen[] = "won with two ships hit at once";

// The cells of ships that are not hit.
int Unhit(const Ships& ships, const Cells& shots) {
  int unhit = 0;
  for (const auto& [ship, cells] : ships) {
    unhit += static_cast<int>(
        std::count_if(cells.begin(), cells.end(), [&](Cell cell) { return !Has(shots, cell); }));
  }
  return unhit;
}

SeatIndex WinnerOf(const Table& table, const Course& course) {
  for (SeatIndex seat : {0, 1}) {
    const Ships& others = course.ships[1 - seat];
    const bool complete = others.size() == table.fleet.size();
    if (complete && Unhit(others, course.shots[seat]) == 0) return seat;
  }
  return kNoSeat;
}

ReferenceState Reference(const PlayedGame& played) {
  const Table table = ReadTable(played.parameters);
  const Course course = CourseOf(table, played);
  const SeatIndex winner = WinnerOf(table, course);
  if (winner != kNoSeat) return {.status = GameStatus::kWon, .winner = winner};
  const SeatIndex seat = static_cast<int>(played.plies.size()) % 2;
  return {.status = GameStatus::kInProgress,
          .to_move = seat,
          .legal_moves = course.ships[seat].size() < table.fleet.size()
                             ? LegalPlacements(table, course.ships[seat])
                             : LegalShots(table, course.shots[seat])};
}

std::vector<Move> Universe(const Parameters& parameters) {
  const Table table = ReadTable(parameters);
  std::vector<Move> moves = {Move::InColumn(0),
                             Move::Roll(),
                             Move::Pins(1),
                             Move::Pass(),
                             Move::AtCell({INT32_MAX, INT32_MAX}),
                             Move::AtCell({INT32_MIN, INT32_MIN}),
                             Move::Ship(0, {INT32_MAX, INT32_MAX}, Direction::kRight),
                             Move::Ship(0, {INT32_MIN, INT32_MIN}, Direction::kDown),
                             Move::Ship(INT32_MAX, {0, 0}, Direction::kRight),
                             Move::Ship(INT32_MIN, {0, 0}, Direction::kDown)};
  for (int row = -1; row <= table.rows; ++row) {
    for (int column = -1; column <= table.columns; ++column) {
      moves.push_back(Move::AtCell({row, column}));
      for (int ship = -1; ship <= static_cast<int>(table.fleet.size()); ++ship) {
        moves.push_back(Move::Ship(ship, {row, column}, Direction::kRight));
        moves.push_back(Move::Ship(ship, {row, column}, Direction::kDown));
      }
    }
  }
  return moves;
}

// --- Rare cases ---

bool AnyTouch(const Ships& ships) {
  for (const auto& [a, cells] : ships) {
    for (const auto& [b, others] : ships) {
      if (a != b && Distance(cells, others) == 1) return true;
    }
  }
  return false;
}

bool AnyRepeats(const Cells& shots) {
  return std::set<Cell>(shots.begin(), shots.end()).size() < shots.size();
}

// Whether somebody could not place a ship where there was room, for the sake of the others.
bool WasRoomKept(const Table& table, const PlayedGame& played) {
  Ships ships[2];
  for (const Ply& ply : played.plies) {
    if (ply.move.form() != MoveForm::kShip) break;
    size_t places = 0;
    for (int ship = 0; ship < static_cast<int>(table.fleet.size()); ++ship) {
      if (ships[ply.seat].count(ship) == 0) places += Places(table, ships[ply.seat], ship).size();
    }
    if (LegalPlacements(table, ships[ply.seat]).size() < places) return true;
    ships[ply.seat][ply.move.ship()] = CellsOf(table, ply.move);
  }
  return false;
}

// Whether after some shot of `seat` two ships of the other were hit and afloat.
bool WereTwoShipsOpen(const Course& course, SeatIndex seat) {
  Cells shots;
  for (const Cell cell : course.shots[seat]) {
    shots.push_back(cell);
    int open = 0;
    for (const auto& [ship, cells] : course.ships[1 - seat]) {
      const bool is_hit =
          std::any_of(cells.begin(), cells.end(), [&](Cell part) { return Has(shots, part); });
      if (is_hit && !IsSunk(cells, shots)) ++open;
    }
    if (open > 1) return true;
  }
  return false;
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const Table table = ReadTable(played.parameters);
  const Course course = CourseOf(table, played);
  const SeatIndex winner = WinnerOf(table, course);
  const Cells& shots = course.shots[winner];
  std::vector<std::string> cases;
  if (AnyRepeats(course.shots[0]) || AnyRepeats(course.shots[1])) cases.push_back(kRepeatShot);
  if (AnyTouch(course.ships[0]) || AnyTouch(course.ships[1])) cases.push_back(kShipsTouch);
  if (Unhit(course.ships[winner], course.shots[1 - winner]) == 1) cases.push_back(kOneShotLate);
  if (WasRoomKept(table, played)) cases.push_back(kRoomKept);
  if (LegalShots({.rows = table.rows, .columns = table.columns}, shots).empty()) {
    cases.push_back(kSunkByTheLastCell);
  }
  if (WereTwoShipsOpen(course, winner)) cases.push_back(kTwoShipsOpen);
  return cases;
}

// `games` random games in which the rare cases are so many.
ConformanceSetup Setup(std::string name, std::map<std::string, std::string> parameters, int games,
                       int max_turns, std::map<std::string, int> rare_cases) {
  return {.name = std::move(name),
          .parameters = std::move(parameters),
          .players = 2,
          .games = games,
          .max_turns = max_turns,
          .rare_cases = std::move(rare_cases)};
}

}  // namespace

Conformance MakeConformance() {
  return {
      .kind = "battleship",
      .setups =
          {Setup("Small", {{"rows", "4"}, {"columns", "5"}, {"fleet", "3,2,2"}}, 50, 6 + 40,
                 {{kOneShotLate, 38},
                  {kShipsTouch, 50},
                  {kSunkByTheLastCell, 6},
                  {kTwoShipsOpen, 47}}),
           Setup(
               "WithoutTouching",
               {{"rows", "5"}, {"columns", "5"}, {"fleet", "1,2,3,1"}, {"touching", "false"}}, 30,
               8 + 50,
               {{kOneShotLate, 20}, {kRoomKept, 30}, {kSunkByTheLastCell, 2}, {kTwoShipsOpen, 27}}),
           Setup("RepeatsCount",
                 {{"rows", "3"}, {"columns", "4"}, {"fleet", "2,3"}, {"repeat_shot", "miss"}}, 100,
                 150,
                 {{kOneShotLate, 59},
                  {kRepeatShot, 100},
                  {kShipsTouch, 92},
                  {kSunkByTheLastCell, 23},
                  {kTwoShipsOpen, 83}}),
           Setup("Crowded", {{"rows", "3"}, {"columns", "3"}, {"fleet", "3,2,2,1"}}, 100, 8 + 18,
                 {{kOneShotLate, 92},
                  {kRoomKept, 96},
                  {kShipsTouch, 100},
                  {kSunkByTheLastCell, 74},
                  {kTwoShipsOpen, 94}}),
           Setup("Larger", {{"rows", "7"}, {"columns", "6"}, {"fleet", "4,3,3,2"}}, 10, 8 + 84,
                 {{kOneShotLate, 8},
                  {kShipsTouch, 10},
                  {kSunkByTheLastCell, 1},
                  {kTwoShipsOpen, 10}})},
      .universe = Universe,
      .reference = Reference,
      .rare_cases = RareCases,
      .twin = TwinOf};
}

}  // namespace meeple::engine::battleship

#ifndef MEEPLE_ENGINE_GAMES_BATTLESHIP_SEA_ORACLE_H_
#define MEEPLE_ENGINE_GAMES_BATTLESHIP_SEA_ORACLE_H_

// The rules of battleship once more, slow and obvious, for tests: ships are lists of cells, and
// each question is answered from the beginning. Pure functions.

#include <map>
#include <vector>

#include "engine/core/game_kind.h"
#include "engine/core/move.h"
#include "engine/testing/conformance.h"

namespace meeple::engine::battleship {

using Cells = std::vector<Cell>;
using Ships = std::map<int, Cells>;  // by their index in the fleet

struct Table {
  int rows = 0;
  int columns = 0;
  std::vector<int> fleet;
  bool touching = true;
  bool repeat_counts = false;
};

// What both seats did.
struct Course {
  Ships ships[2];
  Cells shots[2];
};

// Reads the parameters of the kind.
Table ReadTable(const Parameters& parameters);
// What both did in a game that was played.
Course CourseOf(const Table& table, const PlayedGame& played);
// The cells of the ship of a kShip move, on the board or off it.
Cells CellsOf(const Table& table, const Move& move);
bool Has(const Cells& cells, Cell cell);
// By how many steps, diagonal ones too, the nearest two of these cells are apart.
int Distance(const Cells& a, const Cells& b);
// Every place for `ship` beside `ships`, in the order of moves, whatever becomes of the rest.
std::vector<Move> Places(const Table& table, const Ships& ships, int ship);
// Whether after `move` all other ships fit, longest first, each at the first place.
bool LeavesRoom(const Table& table, Ships ships, const Move& move);
// The legal moves of a seat with `ships` placed, some not.
std::vector<Move> LegalPlacements(const Table& table, const Ships& ships);
// The legal moves of a seat that fired `shots`.
std::vector<Move> LegalShots(const Table& table, const Cells& shots);
// Whether each cell of the ship was fired at.
bool IsSunk(const Cells& ship, const Cells& shots);

}  // namespace meeple::engine::battleship

#endif  // MEEPLE_ENGINE_GAMES_BATTLESHIP_SEA_ORACLE_H_

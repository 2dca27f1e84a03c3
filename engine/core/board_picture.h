#ifndef MEEPLE_ENGINE_CORE_BOARD_PICTURE_H_
#define MEEPLE_ENGINE_CORE_BOARD_PICTURE_H_

// What a viewer may see of a board, as text: enough to draw any game without knowing its rules.

#include <map>
#include <string>
#include <vector>

namespace meeple::engine {

struct BoardPicture {
  int rows = 0;
  int columns = 0;
  // rows x columns texts, row by row from the top; "." is an empty cell.
  std::vector<std::string> cells;
  // Anything that is not on a cell, by name: a score, the last dice. Empty for most games.
  std::map<std::string, std::string> facts;
  // What heads each column, where that is not what its place says: one text for each column, empty
  // over one that no move is made on. Empty for most games.
  std::vector<std::string> column_names = {};

  bool operator==(const BoardPicture&) const = default;
};

// The board as people read it, one row a line, cells parted by '|', no newline at the end:
//   X|O|O
//   .|X|.
//   .|.|X
// Cells are as wide as the widest, so that columns stand below each other; the last of a row is
// not filled up:
//   XO|.
//   . |A
// Where the columns have names, these are the last row.
std::string RenderPicture(const BoardPicture& picture);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_BOARD_PICTURE_H_

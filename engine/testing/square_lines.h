#ifndef MEEPLE_ENGINE_TESTING_SQUARE_LINES_H_
#define MEEPLE_ENGINE_TESTING_SQUARE_LINES_H_

// The lines that win in tic-tac-toe, counted off cell by cell.
//
//   for (const std::vector<Cell>& line : SquareLines(3)) ...

#include <vector>

#include "engine/core/types.h"

namespace meeple::engine {

// The cells of every line of a size x size board: its rows, its columns, the falling and the rising
// diagonal.
inline std::vector<std::vector<Cell>> SquareLines(int size) {
  std::vector<std::vector<Cell>> lines(2 * size + 2);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      lines[i].push_back({i, j});
      lines[size + i].push_back({j, i});
    }
    lines[2 * size].push_back({i, i});
    lines[2 * size + 1].push_back({i, size - 1 - i});
  }
  return lines;
}

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_SQUARE_LINES_H_

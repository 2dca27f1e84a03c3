#include "engine/core/board_picture.h"

#include <algorithm>
#include <cstddef>

namespace meeple::engine {

std::string RenderPicture(const BoardPicture& picture) {
  size_t width = 0;
  for (const std::string& cell : picture.cells) width = std::max(width, cell.size());
  std::string text;
  for (size_t i = 0; i < picture.cells.size(); ++i) {
    const std::string& cell = picture.cells[i];
    const bool last_in_row = (i + 1) % picture.columns == 0;
    text += cell;
    if (!last_in_row) text.append(width - cell.size(), ' ').append(1, '|');
    if (last_in_row && i + 1 < picture.cells.size()) text += '\n';
  }
  return text;
}

}  // namespace meeple::engine

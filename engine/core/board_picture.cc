#include "engine/core/board_picture.h"

namespace meeple::engine {

std::string RenderPicture(const BoardPicture& picture) {
  std::string text;
  for (size_t i = 0; i < picture.cells.size(); ++i) {
    if (i > 0) text += i % picture.columns == 0 ? '\n' : '|';
    text += picture.cells[i];
  }
  return text;
}

}  // namespace meeple::engine

#include "engine/core/board_picture.h"

#include <algorithm>
#include <cstddef>

namespace meeple::engine {
namespace {

void AddRow(const std::string* cells, int columns, size_t width, std::string& text) {
  for (int column = 0; column < columns; ++column) {
    const std::string& cell = cells[column];
    text += cell;
    if (column + 1 < columns) text.append(width - cell.size(), ' ').append(1, '|');
  }
}

}  // namespace

std::string RenderPicture(const BoardPicture& picture) {
  size_t width = 0;
  for (const std::string& cell : picture.cells) width = std::max(width, cell.size());
  for (const std::string& name : picture.column_names) width = std::max(width, name.size());
  std::string text;
  for (int row = 0; row < picture.rows; ++row) {
    if (row > 0) text += '\n';
    AddRow(&picture.cells[static_cast<size_t>(row) * picture.columns], picture.columns, width,
           text);
  }
  if (!picture.column_names.empty()) {
    text += '\n';
    AddRow(picture.column_names.data(), picture.columns, width, text);
  }
  return text;
}

}  // namespace meeple::engine

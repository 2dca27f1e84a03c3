#include "engine/core/board_picture.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace meeple::engine {
namespace {

std::string Render(int rows, int columns, const std::vector<std::string>& cells) {
  return RenderPicture({.rows = rows, .columns = columns, .cells = cells});
}

TEST(RenderPictureTest, CellsOfOneCharacterStandAlone) {
  EXPECT_EQ(Render(3, 3, {"X", "O", "O", ".", "X", ".", ".", ".", "X"}), "X|O|O\n.|X|.\n.|.|X");
  EXPECT_EQ(Render(1, 1, {"."}), ".");
  EXPECT_EQ(Render(2, 1, {".", "X"}), ".\nX");
}

TEST(RenderPictureTest, WiderCellsAreFilledUpToTheWidest) {
  EXPECT_EQ(Render(2, 3, {"X", "OAB", ".", "XO", ".", "A"}), "X  |OAB|.\nXO |.  |A");
  EXPECT_EQ(Render(2, 2, {".", "10", ".", "."}), ". |10\n. |.");
}

TEST(RenderPictureTest, NamesOfColumnsAreTheLastRow) {
  EXPECT_EQ(RenderPicture({.rows = 2,
                           .columns = 3,
                           .cells = {"X", " ", ".", ".", " ", "O"},
                           .column_names = {"a", "", "a"}}),
            "X| |.\n.| |O\na| |a");
}

TEST(RenderPictureTest, NoCellsAreNoText) { EXPECT_EQ(RenderPicture({}), ""); }

}  // namespace
}  // namespace meeple::engine

#include "clients/cli/board_drawing.h"

#include <gtest/gtest.h>

#include "absl/strings/str_split.h"

namespace meeple::cli {
namespace {

// A board out of lines such as "XO.".
v1::Board BoardOf(const std::vector<std::string>& rows) {
  v1::Board board;
  board.set_rows(static_cast<int>(rows.size()));
  board.set_columns(static_cast<int>(rows[0].size()));
  for (const std::string& row : rows) {
    for (const char cell : row) board.add_cells(std::string(1, cell));
  }
  return board;
}

google::protobuf::RepeatedPtrField<v1::Seat> SeatsOf(const std::string& symbols) {
  google::protobuf::RepeatedPtrField<v1::Seat> seats;
  for (const char symbol : symbols) seats.Add()->set_symbol(std::string(1, symbol));
  return seats;
}

v1::Cell CellAt(int row, int column) {
  v1::Cell cell;
  cell.set_row(row);
  cell.set_column(column);
  return cell;
}

class BoardDrawing : public ::testing::Test {
 protected:
  std::string Draw(const v1::Board& board, std::optional<v1::Cell> last = std::nullopt) {
    return DrawBoard(board, SeatsOf("XO"), last, look_);
  }

  BoardLook look_ = {.style = {.drawn = true, .columns = 80, .rows = 24}};
};

TEST_F(BoardDrawing, HasLinesAndCoordinates) {
  EXPECT_EQ(Draw(BoardOf({"XO.", ".X.", "..O"})),
            "     a   b   c\n"
            "   ┌───┬───┬───┐\n"
            " 1 │ X │ O │   │\n"
            "   ├───┼───┼───┤\n"
            " 2 │   │ X │   │\n"
            "   ├───┼───┼───┤\n"
            " 3 │   │   │ O │\n"
            "   └───┴───┴───┘\n");
}

TEST_F(BoardDrawing, IsAsciiWhereTheTerminalIs) {
  look_.style.charset = Charset::kAscii;
  EXPECT_EQ(Draw(BoardOf({"X.", ".O"})),
            "     a   b\n"
            "   +---+---+\n"
            " 1 | X |   |\n"
            "   +---+---+\n"
            " 2 |   | O |\n"
            "   +---+---+\n");
}

TEST_F(BoardDrawing, BracketsTheLastMoveWithoutColors) {
  EXPECT_EQ(Draw(BoardOf({"XO", ".."}), CellAt(0, 1)),
            "     a   b\n"
            "   ┌───┬───┐\n"
            " 1 │ X │[O]│\n"
            "   ├───┼───┤\n"
            " 2 │   │   │\n"
            "   └───┴───┘\n");
}

TEST_F(BoardDrawing, ColorsSeatsAndInvertsTheLastMove) {
  look_.style.colored = true;
  const std::string drawing = Draw(BoardOf({"XO"}), CellAt(0, 1));
  EXPECT_NE(drawing.find("\x1b[1;36mX\x1b[0m"), std::string::npos) << drawing;
  EXPECT_NE(drawing.find("\x1b[1;33;7m O \x1b[0m"), std::string::npos) << drawing;
}

TEST_F(BoardDrawing, LeavesLinesOutWhereTheyDoNotFit) {
  look_.style.rows = 10;
  EXPECT_EQ(Draw(BoardOf({"X..", ".O.", "..."}), CellAt(1, 1)),
            "   a b c\n"
            " 1 X · ·\n"
            " 2 ·[O]·\n"
            " 3 · · ·\n");
}

TEST_F(BoardDrawing, AlignsLongNamesOfColumnsAndRows) {
  const v1::Board board = BoardOf(std::vector<std::string>(10, std::string(27, 'X')));
  const std::vector<std::string> lines = absl::StrSplit(Draw(board), '\n');
  EXPECT_TRUE(lines[0].ends_with(" y  z  aa")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("  1 X  X")) << lines[1];
  EXPECT_TRUE(lines[10].starts_with(" 10 X  X")) << lines[10];
}

TEST_F(BoardDrawing, NumbersTheColumnsOfColumnGames) {
  look_.labels = ColumnLabels::kNumbers;
  EXPECT_TRUE(Draw(BoardOf({"X.."})).starts_with("     1   2   3\n"));
}

TEST_F(BoardDrawing, HeadsColumnsByTheirNames) {
  v1::Board board = BoardOf({"X. .O", ".. .."});
  for (const char* name : {"a", "b", "", "a", "b"}) board.add_column_names(name);
  look_.style.rows = 8;
  EXPECT_EQ(Draw(board),
            "   a b   a b\n"
            " 1 X ·   · O\n"
            " 2 · ·   · ·\n");
  board.add_column_names("c");
  EXPECT_EQ(Draw(board), "") << "more names than columns";
}

TEST_F(BoardDrawing, KeepsWideTextsInLine) {
  v1::Board board = BoardOf({"..", ".."});
  board.set_cells(0, "12");
  EXPECT_EQ(Draw(board),
            "     a    b\n"
            "   ┌────┬────┐\n"
            " 1 │ 12 │    │\n"
            "   ├────┼────┤\n"
            " 2 │    │    │\n"
            "   └────┴────┘\n");
}

TEST_F(BoardDrawing, DrawsNothingWhereTheBoardContradictsItself) {
  v1::Board board = BoardOf({"X.", ".."});
  board.set_rows(1'000'000'000);
  EXPECT_EQ(Draw(board), "");
  board.set_rows(-2);
  board.set_columns(-2);
  EXPECT_EQ(Draw(board), "");
  EXPECT_EQ(Draw(v1::Board()), "");
}

TEST(ColumnName, CountsLikeASpreadsheet) {
  EXPECT_EQ(ColumnName(0), "a");
  EXPECT_EQ(ColumnName(25), "z");
  EXPECT_EQ(ColumnName(26), "aa");
  EXPECT_EQ(ColumnName(51), "az");
  EXPECT_EQ(ColumnName(52), "ba");
  EXPECT_EQ(ColumnName(701), "zz");
  EXPECT_EQ(ColumnName(702), "aaa");
}

TEST(CellOf, FindsCellsAndTheTopOfColumns) {
  const v1::Board board = BoardOf({"...", "..X", "O.X"});
  v1::Move move;
  *move.mutable_cell() = CellAt(1, 2);
  EXPECT_EQ(CellOf(board, move)->column(), 2);
  *move.mutable_cell() = CellAt(3, 0);
  EXPECT_FALSE(CellOf(board, move).has_value());
  move.set_column(2);
  EXPECT_EQ(CellOf(board, move)->row(), 1);
  move.set_column(1);
  EXPECT_FALSE(CellOf(board, move).has_value());
  move.set_column(-1);
  EXPECT_FALSE(CellOf(board, move).has_value());
  move.mutable_pass();
  EXPECT_FALSE(CellOf(board, move).has_value());
}

TEST(CellOf, FindsNothingWhereTwoColumnsHaveOneName) {
  v1::Board board = BoardOf({"X X"});
  v1::Move move;
  *move.mutable_cell() = CellAt(0, 0);
  EXPECT_TRUE(CellOf(board, move).has_value());
  for (const char* name : {"a", "", "a"}) board.add_column_names(name);
  EXPECT_FALSE(CellOf(board, move).has_value());
}

}  // namespace
}  // namespace meeple::cli

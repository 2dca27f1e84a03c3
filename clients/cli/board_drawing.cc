#include "clients/cli/board_drawing.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "clients/cli/game_text.h"

namespace meeple::cli {
namespace {

constexpr char kEmptyCell[] = ".";

// The pieces of a frame; each horizontal line has its own joints with the bars.
struct Joints {
  const char* left;
  const char* middle;
  const char* right;
};
struct Frame {
  const char* dash;
  const char* bar;
  Joints top;
  Joints inner;
  Joints bottom;
  const char* empty;
};
constexpr Frame kUtf8Frame = {.dash = "─",
                              .bar = "│",
                              .top = {"┌", "┬", "┐"},
                              .inner = {"├", "┼", "┤"},
                              .bottom = {"└", "┴", "┘"},
                              .empty = "·"};
constexpr Frame kAsciiFrame = {.dash = "-",
                               .bar = "|",
                               .top = {"+", "+", "+"},
                               .inner = {"+", "+", "+"},
                               .bottom = {"+", "+", "+"},
                               .empty = "."};

std::string Spaces(int count) { return std::string(static_cast<size_t>(std::max(count, 0)), ' '); }

bool IsWhole(const v1::Board& board) {
  return board.rows() > 0 && board.columns() > 0 &&
         int64_t{board.rows()} * board.columns() == board.cells_size() &&
         (board.column_names().empty() || board.column_names_size() == board.columns());
}

const std::string& CellText(const v1::Board& board, int row, int column) {
  return board.cells(row * board.columns() + column);
}

int SeatOfSymbol(const Seats& seats, std::string_view symbol) {
  for (int i = 0; i < seats.size(); ++i) {
    if (seats[i].symbol() == symbol) return i;
  }
  return -1;
}

// One drawing of one board.
class Drawing {
 public:
  Drawing(const v1::Board& board, const Seats& seats, const std::optional<v1::Cell>& last,
          const BoardLook& look)
      : board_(board),
        seats_(seats),
        last_(last),
        look_(look),
        frame_(look.style.charset == Charset::kUtf8 ? kUtf8Frame : kAsciiFrame),
        margin_(static_cast<int>(absl::StrCat(board.rows()).size()) + 1) {
    for (const std::string& cell : board.cells()) width_ = std::max(width_, DisplayWidth(cell));
    for (int column = 0; column < board.columns(); ++column) {
      width_ = std::max(width_, DisplayWidth(Label(column)));
    }
  }

  bool FitsWithLines() const {
    // Besides the board two lines of text and the prompt want to be seen.
    return margin_ + 2 + (width_ + 3) * board_.columns() <= look_.style.columns &&
           2 * board_.rows() + 5 <= look_.style.rows;
  }

  std::string WithLines() const {
    std::string text = Header(margin_ + 3, 3);
    for (int row = 0; row < board_.rows(); ++row) {
      text += Rule(row == 0 ? frame_.top : frame_.inner);
      text += RowLabel(row) + " ";
      for (int column = 0; column < board_.columns(); ++column) {
        text += look_.style.Dim(frame_.bar) + Framed(row, column);
      }
      text += look_.style.Dim(frame_.bar) + "\n";
    }
    return text + Rule(frame_.bottom);
  }

  std::string WithoutLines() const {
    std::string text = Header(margin_ + 1, 1);
    for (int row = 0; row < board_.rows(); ++row) {
      text += RowLabel(row);
      for (int column = 0; column < board_.columns(); ++column) {
        text += Gap(row, column) + Cell(row, column);
      }
      const bool ends_with_last = IsLast(row, board_.columns() - 1) && !look_.style.colored;
      text += ends_with_last ? "]\n" : "\n";
    }
    return text;
  }

 private:
  std::string Label(int column) const {
    if (!board_.column_names().empty()) return board_.column_names(column);
    return look_.labels == ColumnLabels::kLetters ? ColumnName(column) : absl::StrCat(column + 1);
  }

  // The names of the columns; `gap` is the space between the texts of two cells of a row.
  std::string Header(int indent, int gap) const {
    std::string text = Spaces(indent);
    for (int column = 0; column < board_.columns(); ++column) {
      if (column > 0) text += Spaces(gap);
      text += Centered(Label(column));
    }
    text.resize(text.find_last_not_of(' ') + 1);
    return look_.style.Dim(text) + "\n";
  }

  std::string RowLabel(int row) const {
    const std::string number = absl::StrCat(row + 1);
    return look_.style.Dim(Spaces(margin_ - static_cast<int>(number.size())) + number);
  }

  std::string Rule(const Joints& joints) const {
    std::string dashes;
    for (int i = 0; i < width_ + 2; ++i) dashes += frame_.dash;
    std::string rule = joints.left;
    for (int column = 0; column < board_.columns(); ++column) {
      rule += dashes + (column + 1 < board_.columns() ? joints.middle : joints.right);
    }
    return Spaces(margin_ + 1) + look_.style.Dim(rule) + "\n";
  }

  bool IsLast(int row, int column) const {
    return last_.has_value() && last_->row() == row && last_->column() == column;
  }

  std::string Centered(std::string_view text) const {
    const int space = width_ - DisplayWidth(text);
    return Spaces(space / 2) + std::string(text) + Spaces(space - space / 2);
  }

  // The text of a cell in its colour, padded to the common width.
  std::string Cell(int row, int column) const {
    const std::string& text = CellText(board_, row, column);
    if (text == kEmptyCell) return look_.style.Dim(Centered(frame_.empty));
    const std::string centered = Centered(text);
    const int seat = SeatOfSymbol(seats_, text);
    return IsLast(row, column) ? look_.style.Highlight(seat, centered)
                               : look_.style.Player(seat, centered);
  }

  // A cell with a space, or for the last one without colours a bracket, at each side.
  std::string Framed(int row, int column) const {
    const std::string& text = CellText(board_, row, column);
    if (text == kEmptyCell) return Spaces(width_ + 2);
    if (!IsLast(row, column)) return " " + Cell(row, column) + " ";
    if (!look_.style.colored) return "[" + Cell(row, column) + "]";
    const std::string padded = " " + Centered(text) + " ";
    return look_.style.Highlight(SeatOfSymbol(seats_, text), padded);
  }

  // What stands before a cell of a drawing without lines.
  std::string Gap(int row, int column) const {
    if (look_.style.colored) return " ";
    if (IsLast(row, column)) return "[";
    return IsLast(row, column - 1) ? "]" : " ";
  }

  const v1::Board& board_;
  const Seats& seats_;
  const std::optional<v1::Cell>& last_;
  const BoardLook& look_;
  const Frame& frame_;
  // The columns that row numbers take.
  const int margin_;
  // The columns that the text of a cell takes.
  int width_ = 1;
};

}  // namespace

std::string ColumnName(int column) {
  std::string name;
  for (int rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
    name.insert(name.begin(), static_cast<char>('a' + (rest - 1) % 26));
  }
  return name;
}

std::optional<v1::Cell> CellOf(const v1::Board& board, const v1::Move& move) {
  // Where columns have names of their own, the place of a move is not its place on the board.
  if (!IsWhole(board) || !board.column_names().empty()) return std::nullopt;
  const auto is_inside = [](int value, int size) { return value >= 0 && value < size; };
  if (move.has_cell() && is_inside(move.cell().row(), board.rows()) &&
      is_inside(move.cell().column(), board.columns())) {
    return move.cell();
  }
  if (move.action_case() != v1::Move::kColumn || !is_inside(move.column(), board.columns())) {
    return std::nullopt;
  }
  for (int row = 0; row < board.rows(); ++row) {
    if (CellText(board, row, move.column()) == kEmptyCell) continue;
    v1::Cell cell;
    cell.set_row(row);
    cell.set_column(move.column());
    return cell;
  }
  return std::nullopt;
}

std::string DrawBoard(const v1::Board& board, const Seats& seats,
                      const std::optional<v1::Cell>& last, const BoardLook& look) {
  if (!IsWhole(board)) return "";
  const Drawing drawing(board, seats, last, look);
  return drawing.FitsWithLines() ? drawing.WithLines() : drawing.WithoutLines();
}

}  // namespace meeple::cli

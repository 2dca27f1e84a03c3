#include "engine/core/k_in_a_row.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "engine/core/board_game.h"

namespace meeple::engine {
namespace {

// One line through a cell: how to get to the next cell among the marks, and how many cells follow
// each way up to the edge.
struct Line {
  ptrdiff_t step;
  int before;
  int after;
};

// The lines through `cell` in the order of RunsThrough, cut off `reach` cells away.
std::array<Line, 4> LinesThrough(const BoardView& board, Cell cell, int reach) {
  const ptrdiff_t down = board.columns();
  const int above = std::min(reach, cell.row);
  const int below = std::min(reach, board.rows() - 1 - cell.row);
  const int left = std::min(reach, cell.column);
  const int right = std::min(reach, board.columns() - 1 - cell.column);
  return {{{1, left, right},
           {down, above, below},
           {down + 1, std::min(above, left), std::min(below, right)},
           {1 - down, std::min(below, left), std::min(above, right)}}};
}

// How many of the next `cells` cells have the same mark as `mark`, up to the first that has not.
int SameMarks(const int8_t* mark, ptrdiff_t step, int cells) {
  int same = 0;
  while (same < cells && mark[(same + 1) * step] == *mark) ++same;
  return same;
}

const int8_t* MarkOn(const BoardView& board, Cell cell) {
  return board.marks() + static_cast<ptrdiff_t>(cell.row) * board.columns() + cell.column;
}

MarkRun RunAlong(const int8_t* mark, const Line& line) {
  const int before = SameMarks(mark, -line.step, line.before);
  const int after = SameMarks(mark, line.step, line.after);
  return {.length = before + 1 + after,
          .blocked_before = before < line.before && mark[-(before + 1) * line.step] != kNoSeat,
          .blocked_after = after < line.after && mark[(after + 1) * line.step] != kNoSeat};
}

// What a stretch is worth by its marks: four times as much for each further one, up to six.
constexpr std::array<int, 7> kWorthOfMarks = {0, 1, 4, 16, 64, 256, 1'024};

// What the stretch of k cells from `first` on is worth to `seat`, or minus what it is to another
// seat.
int WorthOfStretch(const int8_t* first, ptrdiff_t step, int k, SeatIndex seat) {
  int8_t holder = kNoSeat;
  size_t marks = 0;
  for (int i = 0; i < k; ++i) {
    const int8_t mark = first[i * step];
    if (mark == kNoSeat) continue;
    if (holder != kNoSeat && holder != mark) return 0;
    holder = mark;
    ++marks;
  }
  const int worth = kWorthOfMarks[std::min(marks, kWorthOfMarks.size() - 1)];
  return holder == seat ? worth : -worth;
}

}  // namespace

std::array<MarkRun, 4> RunsThrough(const BoardView& board, Cell cell) {
  const int8_t* mark = MarkOn(board, cell);
  assert(*mark != kNoSeat);
  std::array<MarkRun, 4> runs;
  const std::array<Line, 4> lines = LinesThrough(board, cell, INT_MAX);
  std::transform(lines.begin(), lines.end(), runs.begin(),
                 [&](const Line& line) { return RunAlong(mark, line); });
  return runs;
}

absl::Status CheckLineFits(int k, int rows, int columns) {
  const int longest = std::max(rows, columns);
  if (k <= longest) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("k must be no more than the longer side of the board, ", longest, ", not ", k));
}

int EstimateRows(const BoardView& board, int k, SeatIndex seat) {
  int estimate = 0;
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const Cell cell = {.row = row, .column = column};
      for (const Line& line : LinesThrough(board, cell, k - 1)) {
        if (line.after < k - 1) continue;
        estimate += WorthOfStretch(MarkOn(board, cell), line.step, k, seat);
      }
    }
  }
  return std::clamp(estimate, -BoardGame::kMostEstimate, BoardGame::kMostEstimate);
}

bool KInARow::Completes(const BoardView& board, Cell cell) const {
  const int8_t* mark = MarkOn(board, cell);
  assert(*mark != kNoSeat);
  const int others = k_ - 1;
  const std::array<Line, 4> lines = LinesThrough(board, cell, others);
  return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
    if (line.before + line.after < others) return false;
    const int before = SameMarks(mark, -line.step, line.before);
    return before + SameMarks(mark, line.step, line.after) >= others;
  });
}

}  // namespace meeple::engine

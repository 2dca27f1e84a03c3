#include "engine/players/perfect_table.h"

#include <algorithm>
#include <limits>

namespace meeple::engine {
namespace {

using Marks = std::array<int8_t, kPerfectCells>;

constexpr int kEmpty = -1;

constexpr std::array<int, kPerfectCells> kPowers = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

constexpr int kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                              {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

bool HasLine(const Marks& marks) {
  return std::any_of(std::begin(kLines), std::end(kLines), [&](const int(&line)[3]) {
    return marks[line[0]] != kEmpty && marks[line[0]] == marks[line[1]] &&
           marks[line[0]] == marks[line[2]];
  });
}

// The value one turn earlier, for the other seat: a step nearer to 0, so that sooner counts more.
int OneTurnEarlier(int value) { return value > 0 ? 1 - value : value < 0 ? -1 - value : 0; }

}  // namespace

int PerfectDigit(int cell, int seat) { return kPowers[cell] * (seat + 1); }

const PerfectTable& PerfectTable::Get() {
  static const auto* table = new PerfectTable();
  return *table;
}

PerfectTable::PerfectTable() {
  Marks marks;
  marks.fill(kEmpty);
  Search(marks, 0, 0);
}

int PerfectTable::Search(Marks& marks, int code, int turns) {
  Entry& entry = entries_[code];
  if (entry.reachable) return entry.value;
  entry.reachable = true;
  ++size_;
  // A line is always of the seat that moved last.
  if (HasLine(marks)) return entry.value = -(kPerfectCells + 1);
  if (turns == kPerfectCells) return entry.value = 0;
  const int seat = turns % 2;
  int best = std::numeric_limits<int>::min();
  for (int cell = 0; cell < kPerfectCells; ++cell) {
    if (marks[cell] != kEmpty) continue;
    marks[cell] = static_cast<int8_t>(seat);
    const int value = OneTurnEarlier(Search(marks, code + PerfectDigit(cell, seat), turns + 1));
    marks[cell] = kEmpty;
    if (value <= best) continue;
    best = value;
    entry.best = static_cast<int8_t>(cell);
  }
  return entry.value = static_cast<int8_t>(best);
}

}  // namespace meeple::engine

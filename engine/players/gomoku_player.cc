#include "engine/players/gomoku_player.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "engine/core/board.h"
#include "engine/core/counter_random.h"
#include "engine/games/gomoku/gomoku.h"
#include "engine/players/strategies.h"

namespace meeple::engine {
namespace {

constexpr int kWindow = 5;
// What a window is worth by the marks of one seat in it, to that seat when it adds one, and to the
// other that takes it away. A four is worth more than any number of threes, a three than twos: the
// weights of windows, of which at most five in each of four lines go through a cell.
constexpr std::array<int, kWindow> kWorthToOwn = {1, 15, 300, 6'000, 200'000};
constexpr std::array<int, kWindow> kWorthToTake = {1, 12, 250, 5'000, 150'000};

struct Way {
  int rows;
  int columns;
};
constexpr std::array<Way, 4> kWays = {Way{0, 1}, Way{1, 0}, Way{1, 1}, Way{1, -1}};

// A cell that could be played, with what speaks for it.
struct Candidate {
  Cell cell;
  int worth = 0;
  bool near = false;            // some window through it has a mark
  bool completes_four = false;  // a window through it has four marks of the opponent
  int from_centre = 0;          // twice the steps; among equals the nearest goes first
  uint64_t draw = 0;            // decides among those

  bool operator<(const Candidate& other) const {
    if (worth != other.worth) return worth > other.worth;
    return std::tie(from_centre, draw) < std::tie(other.from_centre, other.draw);
  }
};

// What one window through `candidate`, from `first` on, adds to it for `seat`.
void WeighWindow(const BoardView& board, Cell first, Way way, SeatIndex seat,
                 Candidate& candidate) {
  int own = 0;
  int other = 0;
  for (int i = 0; i < kWindow; ++i) {
    const Cell cell = {.row = first.row + i * way.rows, .column = first.column + i * way.columns};
    if (!board.Contains(cell)) return;
    const SeatIndex mark = board.At(cell);
    own += mark == seat ? 1 : 0;
    other += mark != seat && mark != kNoSeat ? 1 : 0;
  }
  candidate.near = candidate.near || own > 0 || other > 0;
  if (other == 0) candidate.worth += kWorthToOwn[own];
  if (own == 0) candidate.worth += kWorthToTake[other];
  if (other == kWindow - 1) candidate.completes_four = true;
}

Candidate Weigh(const BoardView& board, Cell cell, SeatIndex seat) {
  Candidate candidate = {.cell = cell,
                         .from_centre = std::abs(2 * cell.row - board.rows() + 1) +
                                        std::abs(2 * cell.column - board.columns() + 1)};
  for (const Way way : kWays) {
    for (int back = 0; back < kWindow; ++back) {
      const Cell first = {.row = cell.row - back * way.rows,
                          .column = cell.column - back * way.columns};
      WeighWindow(board, first, way, seat, candidate);
    }
  }
  return candidate;
}

// One choice in one position.
class Choice {
 public:
  Choice(const Gomoku& game, uint64_t seed, const SearchBudget& budget)
      : game_(game.CopyPosition()),
        board_(dynamic_cast<const Gomoku&>(*game_).board()),
        seat_(game.cursor().turn_index),
        seed_(seed),
        meter_(budget) {}

  Cell Best() {
    std::vector<Candidate> candidates = Candidates(seat_);
    if (const Candidate* win = FindWin(candidates)) return win->cell;
    for (const Candidate& candidate : candidates) {
      if (IsSafe(candidate)) return candidate.cell;
    }
    // Nothing stops the opponent, or the budget is spent.
    return candidates.front().cell;
  }

  int64_t nodes() const { return meter_.used(); }

 private:
  // The cells worth a look, the best first.
  std::vector<Candidate> Candidates(SeatIndex seat) const {
    std::vector<Candidate> candidates;
    for (int row = 0; row < board_.rows(); ++row) {
      for (int column = 0; column < board_.columns(); ++column) {
        if (!board_.IsEmpty({row, column})) continue;
        candidates.push_back(Weigh(board_, {row, column}, seat));
        candidates.back().draw =
            Draw(seed_, static_cast<uint64_t>(game_->cursor().turns), candidates.size());
      }
    }
    std::sort(candidates.begin(), candidates.end());
    return candidates;
  }

  // Whether the seat to move wins by marking `cell`.
  bool Wins(Cell cell) {
    const SeatIndex mover = game_->cursor().turn_index;
    game_->ApplyUnchecked(Move::AtCell(cell));
    const bool wins = game_->over() && game_->outcome().winner == mover;
    game_->UndoUnchecked();
    return wins;
  }

  const Candidate* FindWin(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      if (candidate.near && meter_.Spend() && Wins(candidate.cell)) return &candidate;
    }
    return nullptr;
  }

  // The opponent has no win in one after the move, as far as the budget lets it be seen.
  bool IsSafe(const Candidate& move) {
    game_->ApplyUnchecked(Move::AtCell(move.cell));
    bool safe = true;
    if (!game_->over()) {
      for (const Cell cell : ThreatsAgainstMe()) {
        if (!safe || !meter_.Spend()) break;
        safe = !Wins(cell);
      }
    }
    game_->UndoUnchecked();
    return safe;
  }

  // The empty cells at which a window of four marks of the opponent waits for its fifth.
  std::vector<Cell> ThreatsAgainstMe() const {
    std::vector<Cell> threats;
    for (const Candidate& candidate : Candidates(seat_)) {
      if (candidate.completes_four) threats.push_back(candidate.cell);
    }
    return threats;
  }

  const std::unique_ptr<BoardGame> game_;
  const BoardView& board_;  // of game_
  const SeatIndex seat_;
  const uint64_t seed_;
  SearchMeter meter_;
};

}  // namespace

GomokuPlayer::GomokuPlayer(uint64_t seed, SearchBudget budget,
                           std::unique_ptr<MoveStrategy> fallback)
    : seed_(seed), budget_(std::move(budget)), fallback_(std::move(fallback)) {}

absl::StatusOr<Move> GomokuPlayer::Choose(const BoardGame& game) {
  nodes_ = 0;
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  const auto* gomoku = dynamic_cast<const Gomoku*>(&game);
  if (gomoku == nullptr) return fallback_->Choose(game);
  Choice choice(*gomoku, seed_, budget_);
  const Cell best = choice.Best();
  nodes_ = choice.nodes();
  return Move::AtCell(best);
}

}  // namespace meeple::engine

#include "engine/players/connect_four/solver.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "engine/players/connect_four/board_shape.h"
#include "engine/players/connect_four/move_order.h"
#include "engine/players/connect_four/transposition_table.h"

namespace meeple::engine::connect_four {

class Solver::Search {
 public:
  virtual ~Search() = default;
  virtual std::optional<int> Score(const Position& position) = 0;
  virtual std::optional<int> BestColumn(const Position& position) = 0;
  virtual uint64_t nodes() const = 0;
};

namespace {

// How many scores a null window cuts off an end of the range: small enough that quick wins are
// found by short searches, large enough that those add little where the end is far.
constexpr int kStep = 2;

// Nodes between two questions whether to stop.
constexpr uint64_t kCheckInterval = 4'096;

template <class Shape>
class SearchOn final : public Solver::Search {
 public:
  SearchOn(const Shape& shape, const SolverOptions& options);

  std::optional<int> Score(const Position& position) override;
  std::optional<int> BestColumn(const Position& position) override;
  uint64_t nodes() const override { return nodes_; }

 private:
  // Allows the next question its nodes.
  void Begin() {
    nodes_ = 0;
    stopped_ = false;
    PlanCheck();
  }
  void PlanCheck() {
    next_check_ = nodes_ + kCheckInterval;
    if (options_.node_budget != 0) next_check_ = std::min(next_check_, options_.node_budget);
  }
  void CheckBudget() {
    if (nodes_ == options_.node_budget || (options_.stop && options_.stop())) stopped_ = true;
    PlanCheck();
  }
  // The moves that win at once.
  uint64_t WinningMoves(const Position& position) const {
    return WinningCells(shape_, position.mine, position.all) & OpenCells(shape_, position.all);
  }
  // The score of a side that wins with its next move, after `turns`.
  int ScoreOfWinAfter(int turns) const { return (shape_.size() + 1 - turns) / 2; }

  // The score of a position that is not over. Meaningless once stopped.
  int Resolve(const Position& position);
  // The moves among which the best is: those that win at once, else those that do not lose at once,
  // else all.
  uint64_t Candidates(const Position& position) const;
  // Whether the side that just moved to `position` has at least `score` there. Meaningless once
  // stopped. REQUIRES: the side to move cannot win at once.
  bool Keeps(int score, const Position& position) {
    return -Value(position, -score, -score + 1) >= score;
  }
  // The score if it lies between `alpha` and `beta`; beyond them a bound of it on that side.
  // REQUIRES: alpha < beta; the side to move cannot win at once; no line stands.
  int Value(const Position& position, int alpha, int beta);
  // Value after the table was asked, with the bounds that are `known`, in a window within them.
  int ValueOfMoves(const Position& position, uint64_t moves, int alpha, int beta,
                   const Bounds& known);

  const Shape shape_;
  const SolverOptions options_;
  std::array<int, kMaxWidth> columns_;  // from the middle outwards, the left one first
  TranspositionTable table_;
  uint64_t nodes_ = 0;
  uint64_t next_check_ = 0;
  bool stopped_ = false;
};

template <class Shape>
SearchOn<Shape>::SearchOn(const Shape& shape, const SolverOptions& options)
    : shape_(shape), options_(options), table_(options.table_bits) {
  std::iota(columns_.begin(), columns_.end(), 0);
  const auto from_middle = [this](int column) { return std::abs(2 * column + 1 - shape_.width()); };
  std::stable_sort(columns_.begin(), columns_.begin() + shape_.width(),
                   [&](int a, int b) { return from_middle(a) < from_middle(b); });
}

template <class Shape>
std::optional<int> SearchOn<Shape>::Score(const Position& position) {
  Begin();
  const int score = Resolve(position);
  if (stopped_) return std::nullopt;
  return score;
}

template <class Shape>
std::optional<int> SearchOn<Shape>::BestColumn(const Position& position) {
  Begin();
  const uint64_t moves = Candidates(position);
  const bool decided =
      (moves & (moves - 1)) == 0 || WinningMoves(position) != 0 || SafeMoves(shape_, position) == 0;
  const int score = decided ? 0 : Resolve(position);
  for (int i = 0; i < shape_.width() && !stopped_; ++i) {
    const uint64_t move = moves & shape_.ColumnOf(columns_[i]);
    if (move == 0) continue;
    if (decided) return columns_[i];
    Position next = position;
    next.Play(move);
    if (Keeps(score, next) && !stopped_) return columns_[i];
  }
  return std::nullopt;
}

template <class Shape>
uint64_t SearchOn<Shape>::Candidates(const Position& position) const {
  if (const uint64_t winning = WinningMoves(position); winning != 0) return winning;
  if (const uint64_t safe = SafeMoves(shape_, position); safe != 0) return safe;
  return OpenCells(shape_, position.all);
}

// From both ends of the range inwards: that a side wins or loses soon is decided by a short search,
// and what is learned on the way orders the longer ones.
template <class Shape>
int SearchOn<Shape>::Resolve(const Position& position) {
  if (WinningMoves(position) != 0) return ScoreOfWinAfter(position.turns);
  int lower = -(shape_.size() - position.turns) / 2;
  int upper = (shape_.size() - 1 - position.turns) / 2;
  for (bool from_above = true; lower < upper && !stopped_; from_above = !from_above) {
    const int middle =
        from_above ? std::max(lower, upper - kStep) : std::min(upper - 1, lower + kStep - 1);
    const int score = Value(position, middle, middle + 1);
    (score <= middle ? upper : lower) = score;
  }
  return lower;
}

template <class Shape>
int SearchOn<Shape>::Value(const Position& position, int alpha, int beta) {
  if (++nodes_ >= next_check_) CheckBudget();
  if (stopped_) return alpha;
  const uint64_t moves = SafeMoves(shape_, position);
  const int left = shape_.size() - position.turns;
  if (moves == 0) return -left / 2;
  if (left <= 2) return 0;
  // Neither side wins with its next move.
  const Bounds known =
      table_.Find(KeyOf(shape_, position), {.lower = -(left - 2) / 2, .upper = (left - 1) / 2});
  if (known.lower >= beta || known.lower == known.upper) return known.lower;
  if (known.upper <= alpha) return known.upper;
  return ValueOfMoves(position, moves, std::max(alpha, known.lower), std::min(beta, known.upper),
                      known);
}

template <class Shape>
int SearchOn<Shape>::ValueOfMoves(const Position& position, uint64_t moves, int alpha, int beta,
                                  const Bounds& known) {
  MoveOrder order;
  for (int i = shape_.width() - 1; i >= 0; --i) {
    const uint64_t move = moves & shape_.ColumnOf(columns_[i]);
    if (move == 0) continue;
    Position next = position;
    next.Play(move);
    table_.Prefetch(KeyOf(shape_, next));
    order.Add(move, CountBits(WinningCells(shape_, next.theirs(), next.all)));
  }
  int best = known.lower;
  while (const uint64_t move = order.Next()) {
    Position next = position;
    next.Play(move);
    const int score = -Value(next, -beta, -std::max(alpha, best));
    if (stopped_) return alpha;
    best = std::max(best, score);
    if (best >= beta) break;
  }
  table_.Store(KeyOf(shape_, position), {.lower = best > alpha ? best : known.lower,
                                         .upper = best < beta ? best : known.upper});
  return best;
}

}  // namespace

Solver::Solver(int width, int height, const SolverOptions& options) {
  if (width == 7 && height == 6) {
    search_ = std::make_unique<SearchOn<FixedShape<7, 6>>>(FixedShape<7, 6>(), options);
  } else {
    search_ = std::make_unique<SearchOn<AnyShape>>(AnyShape(width, height), options);
  }
}

Solver::~Solver() = default;

std::optional<int> Solver::Score(const Position& position) { return search_->Score(position); }

std::optional<int> Solver::BestColumn(const Position& position) {
  return search_->BestColumn(position);
}

uint64_t Solver::nodes() const { return search_->nodes(); }

}  // namespace meeple::engine::connect_four

#include "engine/players/negamax_player.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "engine/core/counter_random.h"
#include "engine/core/position_hash.h"
#include "engine/players/strategies.h"
#include "engine/players/transposition_table.h"

namespace meeple::engine {
namespace {

constexpr int kInfinity = 2 * NegamaxPlayer::kWinValue;
// Values beyond this are of games that end.
constexpr int kLeastWinValue = NegamaxPlayer::kWinValue / 2;
constexpr int kMaxDepth = 1'000;
// A table larger than this costs more to clear than it saves.
constexpr size_t kMostEntries = size_t{1} << 18;

bool IsDecided(int value) { return value > kLeastWinValue || value < -kLeastWinValue; }

// One search from one position.
class Search {
 public:
  Search(const BoardGame& game, uint64_t seed, const SearchBudget& budget)
      : game_(game.CopyPosition()),
        meter_(budget, static_cast<int64_t>(game.LegalMoves().size())),
        table_(std::min(kMostEntries, static_cast<size_t>(std::max<int64_t>(budget.nodes, 1)))),
        root_moves_(game_->LegalMoves()) {
    Shuffle(seed);
  }

  Move Run(NegamaxPlayer::Report& report) {
    Move best = root_moves_.front();
    for (int depth = 1; depth <= kMaxDepth && !meter_.spent(); ++depth) {
      horizon_met_ = false;
      const int value = SearchRoot(depth);
      // A look that was cut short is of use once it has tried the best move of the look before.
      if (meter_.spent() && !root_tried_) break;
      best = root_moves_.front();
      report.value = value;
      if (meter_.spent()) break;
      report.depth = depth;
      report.exact = !horizon_met_ || IsDecided(value);
      if (report.exact) break;
    }
    report.nodes = meter_.used();
    return best;
  }

 private:
  // Moves of equal value are played as the seed will have it.
  void Shuffle(uint64_t seed) {
    const auto turn = static_cast<uint64_t>(game_->cursor().turns);
    for (size_t i = root_moves_.size(); i > 1; --i) {
      std::swap(root_moves_[i - 1], root_moves_[DrawBelow(i, seed, turn, i)]);
    }
  }

  // Tries the moves of the root and brings the best to the front.
  int SearchRoot(int depth) {
    root_tried_ = false;
    int best = -kInfinity;
    for (size_t i = 0; i < root_moves_.size(); ++i) {
      const int value = Try(root_moves_[i], depth - 1, best, kInfinity, 1);
      if (meter_.spent()) break;
      root_tried_ = true;
      if (value > best) {
        best = value;
        std::rotate(root_moves_.begin(), root_moves_.begin() + static_cast<ptrdiff_t>(i),
                    root_moves_.begin() + static_cast<ptrdiff_t>(i) + 1);
      }
    }
    return best;
  }

  // The value of playing `move`, for the seat that plays it.
  int Try(const Move& move, int depth, int alpha, int beta, size_t ply) {
    const SeatIndex mover = game_->cursor().turn_index;
    game_->ApplyUnchecked(move);
    const bool same_mover = !game_->over() && game_->cursor().turn_index == mover;
    const int value =
        same_mover ? Value(depth, alpha, beta, ply) : -Value(depth, -beta, -alpha, ply);
    game_->UndoUnchecked();
    return value;
  }

  // The value of the position for the seat to move, or, once it is over, for the one that did not
  // move last.
  int Value(int depth, int alpha, int beta, size_t ply) {
    if (!meter_.Spend()) return 0;
    if (game_->over()) return ValueOfEnd();
    if (depth == 0) {
      horizon_met_ = true;
      return game_->Estimate(game_->cursor().turn_index);
    }
    // Turns are part of the position here, since values tell when a game ends.
    const uint64_t hash =
        CombineHash(game_->PositionHash(), static_cast<uint64_t>(game_->cursor().turns));
    const TranspositionEntry* known = table_.Find(hash);
    if (known != nullptr && Settles(*known, depth, alpha, beta)) {
      if (!known->complete) horizon_met_ = true;
      return known->value;
    }
    return Expand(depth, alpha, beta, ply, hash, known == nullptr ? -1 : known->best);
  }

  int ValueOfEnd() const {
    if (game_->outcome().winner == kNoSeat) return 0;
    const int win = NegamaxPlayer::kWinValue - game_->cursor().turns;
    // The last mover's turn it was; whoever asks is the other.
    return game_->outcome().winner == game_->cursor().turn_index ? -win : win;
  }

  static bool Settles(const TranspositionEntry& known, int depth, int alpha, int beta) {
    if (known.depth < depth && !known.complete && !IsDecided(known.value)) return false;
    switch (known.bound) {
      case ValueBound::kExact:
        return true;
      case ValueBound::kAtLeast:
        return known.value >= beta;
      case ValueBound::kAtMost:
        return known.value <= alpha;
    }
    return false;
  }

  int Expand(int depth, int alpha, int beta, size_t ply, uint64_t hash, int first) {
    if (moves_.size() <= ply) moves_.resize(ply + 1);
    game_->ListLegalMoves(moves_[ply]);
    const size_t count = moves_[ply].size();
    const bool met_before = std::exchange(horizon_met_, false);
    int best = -kInfinity;
    size_t best_index = 0;
    for (size_t i = 0; i < count && best < beta; ++i) {
      const size_t index = Ordered(i, first);
      const Move move = moves_[ply][index];  // deeper plies may move the lists
      const int value = Try(move, depth - 1, std::max(alpha, best), beta, ply + 1);
      if (meter_.spent()) return 0;
      if (value > best) {
        best = value;
        best_index = index;
      }
    }
    const ValueBound bound = best >= beta   ? ValueBound::kAtLeast
                             : best > alpha ? ValueBound::kExact
                                            : ValueBound::kAtMost;
    // A win needs no more than the line that shows it.
    const bool complete = !horizon_met_ || best > kLeastWinValue;
    table_.Keep({.hash = hash,
                 .value = best,
                 .depth = static_cast<int16_t>(depth),
                 .best = static_cast<uint16_t>(best_index),
                 .bound = bound,
                 .complete = complete});
    horizon_met_ = met_before || !complete;
    return best;
  }

  // The i-th move to try where the one at `first` goes before all others; -1 is none.
  static size_t Ordered(size_t i, int first) {
    if (first < 0) return i;
    if (i == 0) return static_cast<size_t>(first);
    return i <= static_cast<size_t>(first) ? i - 1 : i;
  }

  std::unique_ptr<BoardGame> game_;
  SearchMeter meter_;
  TranspositionTable table_;
  std::vector<Move> root_moves_;          // the best of the last look first
  std::vector<std::vector<Move>> moves_;  // by ply, kept to save allocations
  bool root_tried_ = false;               // this look has finished at least one move
  bool horizon_met_ = false;              // this look used an estimate
};

}  // namespace

NegamaxPlayer::NegamaxPlayer(uint64_t seed, SearchBudget budget,
                             std::unique_ptr<MoveStrategy> fallback)
    : seed_(seed), budget_(std::move(budget)), fallback_(std::move(fallback)) {}

absl::StatusOr<Move> NegamaxPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  report_ = {};
  if (game.seats() != 2 || game.HasChance()) return fallback_->Choose(game);
  return Search(game, seed_, budget_).Run(report_);
}

}  // namespace meeple::engine

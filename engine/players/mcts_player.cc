#include "engine/players/mcts_player.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "engine/core/playout.h"
#include "engine/core/position_hash.h"
#include "engine/players/fast_playout.h"
#include "engine/players/strategies.h"

namespace meeple::engine {
namespace {

// How much a move that was tried little is preferred to one that did well; the square root of 2 of
// UCT, for results from 0 to 1.
constexpr double kExploration = 1.41421356;
// The tree grows no further than this.
constexpr size_t kMostNodes = 1'000'000;

// What a game brought each seat: 1 for a win, 0 for a loss, equal shares otherwise.
using Rewards = std::array<double, kMaxSeats>;

Rewards RewardsFor(SeatIndex winner, int seats) {
  Rewards rewards = {};
  if (winner == kNoSeat) {
    rewards.fill(1.0 / seats);
  } else {
    rewards[winner] = 1;
  }
  return rewards;
}

// A move in the tree, with what came of it.
struct Node {
  Move move;
  SeatIndex mover = kNoSeat;
  int visits = 0;
  double reward = 0;  // the mover's, summed
  // Proved: with best play from here this seat wins, at that turn. Never where dice are thrown.
  SeatIndex proved_winner = kNoSeat;
  int proved_turn = 0;
  std::vector<int> children;
};

class Tree {
 public:
  Tree(const BoardGame& game, uint64_t seed)
      : game_(game.CopyPosition()),
        playout_(FastPlayout::For(game)),
        numbers_(CombineHash(seed, static_cast<uint64_t>(game.cursor().turns))),
        base_seed_(numbers_.Next()) {
    nodes_.emplace_back();
  }

  // One round: down the tree, a play-out, and what it taught up again. False once the root is
  // proved.
  bool Round() {
    game_->Reseed(CombineHash(base_seed_, static_cast<uint64_t>(nodes_[0].visits)));
    path_.assign(1, 0);
    size_t played = 0;
    while (!game_->over() && Proved(path_.back()) == kNoSeat) {
      const int node = path_.back();
      if (!HasChildrenOfTurn(node) && nodes_.size() < kMostNodes) Expand(node);
      const int child = Select(node);
      if (child < 0) break;
      game_->ApplyUnchecked(nodes_[child].move);
      ++played;
      path_.push_back(child);
      if (nodes_[child].visits == 0) break;
    }
    Learn(Finish());
    for (; played > 0; --played) game_->UndoUnchecked();
    return Proved(0) == kNoSeat;
  }

  // The move of the root to play: a proved win that is soonest, else the one most tried of those
  // that are not proved lost, else the loss that is latest.
  Move Best() const {
    const std::vector<int>& children = nodes_[0].children;
    return nodes_[*std::max_element(
                      children.begin(), children.end(),
                      [this](int a, int b) { return Standing(nodes_[a]) < Standing(nodes_[b]); })]
        .move;
  }

  // The root is expanded even where no round was played.
  void Prepare() { Expand(0); }

 private:
  SeatIndex Proved(int node) const { return nodes_[node].proved_winner; }

  static std::pair<int, int> Standing(const Node& node) {
    if (node.proved_winner == node.mover) return {2, -node.proved_turn};
    if (node.proved_winner != kNoSeat) return {0, node.proved_turn};
    return {1, node.visits};
  }

  void Expand(int node) {
    game_->ListLegalMoves(moves_);
    for (const Move& move : moves_) {
      nodes_[node].children.push_back(static_cast<int>(nodes_.size()));
      nodes_.push_back({.move = move, .mover = game_->cursor().turn_index});
    }
  }

  // Dice may give the turn to another seat than before: then the node gets children for it, too.
  bool HasChildrenOfTurn(int node) const {
    return std::ranges::any_of(nodes_[node].children,
                               [this](int child) { return IsOfTurn(child); });
  }
  bool IsOfTurn(int child) const { return nodes_[child].mover == game_->cursor().turn_index; }

  // The child to try next; -1 where there is none, as beyond the largest tree.
  int Select(int node) {
    const std::vector<int>& children = nodes_[node].children;
    if (children.empty()) return -1;
    const double explored = std::log(std::max(nodes_[node].visits, 1));
    int best = -1;
    double best_score = -1;
    // From a random one on, so that equals are tried in no order.
    const size_t first = numbers_.Below(static_cast<int>(children.size()));
    for (size_t i = 0; i < children.size(); ++i) {
      const int child = children[(first + i) % children.size()];
      const double score = ScoreOf(nodes_[child], explored);
      if (score > best_score && IsOfTurn(child)) {
        best_score = score;
        best = child;
      }
    }
    return best;
  }

  static double ScoreOf(const Node& child, double explored) {
    if (child.proved_winner != kNoSeat) return child.proved_winner == child.mover ? 1e9 : 0;
    if (child.visits == 0) return 1e6;
    return child.reward / child.visits + kExploration * std::sqrt(explored / child.visits);
  }

  // The result from the end of the path, played out at random where it is open.
  Rewards Finish() {
    if (const SeatIndex winner = Proved(path_.back()); winner != kNoSeat) {
      return RewardsFor(winner, game_->seats());
    }
    if (game_->over()) NoteEnd(path_.back());
    return RewardsFor(playout_->Play(*game_, numbers_), game_->seats());
  }

  // The last move of the path ended the game.
  void NoteEnd(int node) {
    if (game_->outcome().winner == kNoSeat || game_->HasChance()) return;
    nodes_[node].proved_winner = game_->outcome().winner;
    nodes_[node].proved_turn = game_->cursor().turns;
  }

  void Learn(const Rewards& rewards) {
    for (size_t i = path_.size(); i-- > 0;) {
      Node& node = nodes_[path_[i]];
      ++node.visits;
      if (node.mover != kNoSeat) node.reward += rewards[node.mover];
      if (!node.children.empty() && node.proved_winner == kNoSeat) Prove(node);
    }
  }

  // A node is proved by a child that wins for its mover, or by children that all lose to the same
  // seat.
  void Prove(Node& node) const {
    const Node* win = nullptr;
    const Node* latest_loss = nullptr;
    bool all_lost = !node.children.empty();
    for (const int index : node.children) {
      const Node& child = nodes_[index];
      if (child.proved_winner == child.mover) {
        if (win == nullptr || child.proved_turn < win->proved_turn) win = &child;
      } else if (child.proved_winner == kNoSeat ||
                 (latest_loss != nullptr && latest_loss->proved_winner != child.proved_winner)) {
        all_lost = false;
      }
      if (child.proved_winner != kNoSeat && child.proved_winner != child.mover &&
          (latest_loss == nullptr || child.proved_turn > latest_loss->proved_turn)) {
        latest_loss = &child;
      }
    }
    const Node* proof = win != nullptr ? win : all_lost ? latest_loss : nullptr;
    if (proof == nullptr) return;
    node.proved_winner = proof->proved_winner;
    node.proved_turn = proof->proved_turn;
  }

  std::unique_ptr<BoardGame> game_;
  std::unique_ptr<FastPlayout> playout_;
  PlayoutRandom numbers_;
  const uint64_t base_seed_;
  std::vector<Node> nodes_;  // the root first
  std::vector<int> path_;    // of this round, from the root
  std::vector<Move> moves_;  // kept to save allocations
};

}  // namespace

MctsPlayer::MctsPlayer(uint64_t seed, SearchBudget budget)
    : seed_(seed), budget_(std::move(budget)) {}

absl::StatusOr<Move> MctsPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  Tree tree(game, seed_);
  // A round plays out a game of about as many moves as there are, choosing among as many each time.
  const auto moves = static_cast<int64_t>(game.LegalMoves().size());
  SearchMeter meter(budget_, moves * moves);
  tree.Prepare();
  while (meter.Spend() && tree.Round()) {
  }
  rounds_ = meter.used();
  return tree.Best();
}

}  // namespace meeple::engine

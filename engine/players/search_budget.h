#ifndef MEEPLE_ENGINE_PLAYERS_SEARCH_BUDGET_H_
#define MEEPLE_ENGINE_PLAYERS_SEARCH_BUDGET_H_

// How long a player may think about one move. Nodes are counted, so that the same budget gives the
// same move on every machine; `stop` is for those who need an answer in time, since the engine
// knows no clock.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace meeple::engine {

struct SearchBudget {
  int64_t nodes = 100'000;          // positions looked at
  std::function<bool()> stop = {};  // asked now and then; true ends the search
};

// The nodes of a player of that level, 1 to 10, each about three times as many as the one below; 0
// is level 5. The highest takes about a second for a move.
constexpr int64_t NodesOfLevel(int level) {
  int64_t nodes = 100;
  for (int step = 1; step < (level == 0 ? 5 : level); ++step) nodes = nodes * 3;
  return nodes;
}

// Spends a budget. Not thread-safe.
class SearchMeter {
 public:
  // `cost` says how long a node takes, where 1 is a node of a small board: the longer it takes, the
  // more often `stop` is asked.
  explicit SearchMeter(SearchBudget budget, int64_t cost = 1)
      : budget_(std::move(budget)),
        ask_interval_(std::clamp<int64_t>(kCostBetweenAsks / std::max<int64_t>(cost, 1), 1,
                                          kMostNodesBetweenAsks)) {}

  // Counts one node. False once the budget is spent; then it stays so.
  bool Spend() {
    if (spent_ || used_ >= budget_.nodes) return !(spent_ = true);
    ++used_;
    if (used_ % ask_interval_ == 0 && budget_.stop && budget_.stop()) spent_ = true;
    return !spent_;
  }
  bool spent() const { return spent_; }
  int64_t used() const { return used_; }

 private:
  static constexpr int64_t kMostNodesBetweenAsks = 256;
  static constexpr int64_t kCostBetweenAsks = 1 << 16;

  SearchBudget budget_;
  int64_t ask_interval_;
  int64_t used_ = 0;
  bool spent_ = false;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_SEARCH_BUDGET_H_

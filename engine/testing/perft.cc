#include "engine/testing/perft.h"

#include <numeric>

namespace meeple::engine {
namespace {

// `lists` has one list of moves for each depth, to be reused by all nodes of that depth.
void Walk(BoardGame& game, size_t depth, std::vector<std::vector<Move>>& lists,
          PerftCounts& counts) {
  ++counts.nodes[depth];
  if (game.over()) {
    ++counts.finished[depth];
    ++(game.outcome().winner == kNoSeat ? counts.draws : counts.wins[game.outcome().winner]);
    return;
  }
  if (depth + 1 == counts.nodes.size()) return;
  game.ListLegalMoves(lists[depth]);
  for (const Move& move : lists[depth]) {
    game.ApplyUnchecked(move);
    Walk(game, depth + 1, lists, counts);
    game.Undo();
  }
}

}  // namespace

uint64_t PerftCounts::TotalFinished() const {
  return std::accumulate(finished.begin(), finished.end(), uint64_t{0});
}

PerftCounts Perft(BoardGame& game, int depth) {
  PerftCounts counts{.nodes = std::vector<uint64_t>(depth + 1),
                     .finished = std::vector<uint64_t>(depth + 1),
                     .wins = std::vector<uint64_t>(game.seats())};
  std::vector<std::vector<Move>> lists(depth + 1);
  Walk(game, 0, lists, counts);
  return counts;
}

}  // namespace meeple::engine

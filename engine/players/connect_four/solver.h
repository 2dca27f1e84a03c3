#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_SOLVER_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_SOLVER_H_

// The exact score of positions of Connect Four: four in a row, two players, any board that fits a
// word (board_shape.h). The score is for the side to move: 0 is a draw, positive wins, negative
// loses, and further from 0 the sooner, counted in discs of the winner:
//
//     score = discs of a side when the board is full, plus one, minus those the winner has played
//             once its line is made            (7 x 6: 18 is a win with the fourth disc)
//
// The search is a negamax of null windows that narrow the range of scores from both ends, with a
// table of bounds, winning cells counted to order the moves, and losing moves left out unseen.
// Deterministic: the
// nodes visited depend on nothing but the positions asked about since construction.
//
// Not thread-safe: one solver serves one thread at a time.
//
//   Solver solver(7, 6, {.node_budget = 10'000'000});
//   std::optional<int> score = solver.Score(position);   // no value: the budget ran out

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "engine/players/connect_four/position.h"

namespace meeple::engine::connect_four {

struct SolverOptions {
  // Positions that one question may visit before it is answered "unknown"; 0 is no limit.
  uint64_t node_budget = 0;
  // Asked every few thousand positions; true ends the search as a spent budget does.
  std::function<bool()> stop = {};
  // The table has 2 to this power slots of 8 bytes. From 16 to 32.
  int table_bits = 22;
};

class Solver {
 public:
  // REQUIRES: FitsWord(width, height), options within their limits.
  Solver(int width, int height, const SolverOptions& options = {});
  ~Solver();

  // The score of `position`; no value once the budget is spent. What was learned is kept, so that
  // asking again may get further. REQUIRES: a position of this board that is not over.
  std::optional<int> Score(const Position& position);

  // The column, from 0, of the quickest win, of a move that keeps the draw, or of the longest
  // defence: among equals the one nearest the middle, the left one first. No value as for Score.
  std::optional<int> BestColumn(const Position& position);

  // The positions that the last question visited.
  uint64_t nodes() const;

  // What searches a board whose numbers the compiler knows or does not.
  class Search;

 private:
  std::unique_ptr<Search> search_;
};

}  // namespace meeple::engine::connect_four

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_SOLVER_H_

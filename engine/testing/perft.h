#ifndef MEEPLE_ENGINE_TESTING_PERFT_H_
#define MEEPLE_ENGINE_TESTING_PERFT_H_

#include <cstdint>
#include <vector>

#include "engine/core/board_game.h"

namespace meeple::engine {

// What the tree of all play contains. Known totals of a game are the strongest test of its rules.
struct PerftCounts {
  std::vector<uint64_t> nodes;     // sequences of n moves, for n from 0 to the depth
  std::vector<uint64_t> finished;  // those of them that end the game
  std::vector<uint64_t> wins;      // finished ones by winning seat
  uint64_t draws = 0;

  uint64_t TotalFinished() const;
};

// Walks all play from `game` to `depth` moves through ApplyUnchecked and Undo; `game` is afterwards
// as it was. REQUIRES: the game is in progress.
PerftCounts Perft(BoardGame& game, int depth);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_PERFT_H_

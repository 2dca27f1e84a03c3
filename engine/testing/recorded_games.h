#ifndef MEEPLE_ENGINE_TESTING_RECORDED_GAMES_H_
#define MEEPLE_ENGINE_TESTING_RECORDED_GAMES_H_

// Plays games that others recorded (cases.h) and tells where ours goes another way.
//
//   EXPECT_EQ(DifferenceFromTrace(*rules, *LoadTrace("mnk"), CellActions(15, 15)), "");

#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/testing/cases.h"

namespace meeple::engine {

// The moves of a board by the numbers that traces give them: row by row from the top left.
std::vector<Move> CellActions(int rows, int columns);
std::vector<Move> ColumnActions(int columns);

// The first difference of the trace from a new game of the same rules as `rules`, in which action
// n is actions[n]; empty if there is none and the trace goes to an end.
std::string DifferenceFromTrace(const BoardGame& rules, const std::vector<TraceState>& trace,
                                const std::vector<Move>& actions);

// The first difference of a line vector from a new game of the same rules as `rules`; empty if
// there is none.
std::string DifferenceFromVector(const BoardGame& rules, const LineVector& vector);
// The same, for a game in which the cells of the vector are played by other moves.
std::string DifferenceFromVector(const BoardGame& rules, const LineVector& vector,
                                 const std::vector<Move>& moves);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_RECORDED_GAMES_H_

#ifndef MEEPLE_ENGINE_TESTING_CASES_H_
#define MEEPLE_ENGINE_TESTING_CASES_H_

// Reads the outside test data that the environment variable MEEPLE_CASES names. It is not part of
// the repository: where a file is absent, the test that wants it skips; where one is damaged, the
// test fails.
//
//   const auto trace = LoadTrace("tic_tac_toe");
//   MEEPLE_REQUIRE_CASES(trace);

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/core/move.h"

// Ends the test function that it stands in where `loaded`, a StatusOr of something in this file,
// has no value: the test is skipped where it says NOT_FOUND, and fails otherwise.
#define MEEPLE_REQUIRE_CASES(loaded)                                                      \
  do {                                                                                    \
    if (absl::IsNotFound((loaded).status())) GTEST_SKIP() << (loaded).status().message(); \
    ASSERT_TRUE((loaded).ok()) << (loaded).status();                                      \
  } while (false)

namespace meeple::engine {

// The text of a file below MEEPLE_CASES. NOT_FOUND says what is absent, DATA_LOSS what is there but
// cannot be read.
absl::StatusOr<std::string> ReadCase(const std::string& path);

// One position of a recorded game.
struct TraceState {
  std::vector<int> history;  // the actions that led here
  bool terminal = false;
  int player = 0;                  // the seat to move, negative at the end
  std::vector<int> legal_actions;  // in the numbering of the trace
  std::vector<int> returns;        // by seat: 1 won, -1 lost, 0 neither (yet)
};

// The positions of traces/<game>.txt that are written out. DATA_LOSS if the file has none.
absl::StatusOr<std::vector<TraceState>> LoadTrace(const std::string& game);

// Moves on a board and how things stand before and after the last of them.
struct LineVector {
  std::string id;
  std::string game;
  int width = 0;
  int height = 0;
  int k = 0;  // the length of a winning line
  std::string rule;
  std::vector<Cell> moves;
  std::string status_before_last;  // "ongoing", "first_wins", "second_wins", "draw"
  std::string status_after_last;
};

// line_vectors.json. DATA_LOSS if it is not JSON.
absl::StatusOr<std::vector<LineVector>> LoadLineVectors();

// A position of Connect Four with its exact value.
struct ConnectFourScore {
  std::vector<int> columns;  // the moves that lead there, from 0
  // For the side to move: positive wins, negative loses. (rows * columns + 1 - p) / 2, rounded
  // down, if the winning disc falls after p others.
  int score = 0;
};

// connect4/<file>, whose columns are counted from `first_column`. DATA_LOSS if a line is not one.
absl::StatusOr<std::vector<ConnectFourScore>> LoadConnectFourScores(const std::string& file,
                                                                    int first_column);

// A 3 x 3 board, as three rows of 'X', 'O' and ' ', with the verdict "win", "draw", "ongoing", or
// "error" where no game leads to it.
struct BoardVerdict {
  std::string description;
  std::vector<std::string> board;
  std::string verdict;
};

// exercism/state-of-tic-tac-toe.canonical-data.json, without the cases that later ones correct.
// DATA_LOSS if it is not JSON.
absl::StatusOr<std::vector<BoardVerdict>> LoadBoardVerdicts();

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_CASES_H_

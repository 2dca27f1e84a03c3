// How long the exact scores of whole data sets take, one core, from an empty table; the data sets
// are read from the folder that MEEPLE_CASES names..
//
//   MEEPLE_CASES=<folder> build/release/bin/engine_benchmark --benchmark_filter=ConnectFour

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/playout.h"
#include "engine/players/connect_four/board_shape.h"
#include "engine/players/connect_four/move_order.h"
#include "engine/players/connect_four/solver.h"
#include "engine/testing/cases.h"

namespace meeple::engine::connect_four {
namespace {

struct DataSet {
  const char* file;
  int width;
  int height;
  int first_column;
};

void ScoreAll(benchmark::State& state, int width, int height,
              const std::vector<Position>& positions) {
  uint64_t nodes = 0;
  for (auto _ : state) {
    Solver solver(width, height);
    for (const Position& position : positions) {
      benchmark::DoNotOptimize(solver.Score(position));
      nodes += solver.nodes();
    }
  }
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

void BM_ConnectFourDataSet(benchmark::State& state, const DataSet& set) {
  const auto scores = LoadConnectFourScores(set.file, set.first_column);
  if (!scores.ok()) {
    state.SkipWithError(std::string(scores.status().message()).c_str());
    return;
  }
  const AnyShape shape(set.width, set.height);
  std::vector<Position> positions;
  for (const ConnectFourScore& score : *scores) {
    Position& position = positions.emplace_back();
    for (int column : score.columns) {
      position.Play(OpenCells(shape, position.all) & shape.ColumnOf(column));
    }
  }
  ScoreAll(state, set.width, set.height, positions);
}

#define MEEPLE_DATA_SET(name, ...)                                     \
  BENCHMARK_CAPTURE(BM_ConnectFourDataSet, name, DataSet{__VA_ARGS__}) \
      ->Unit(benchmark::kMillisecond)                                  \
      ->MeasureProcessCPUTime()
MEEPLE_DATA_SET(Test_L3_R1, "Test_L3_R1", 7, 6, 1);
MEEPLE_DATA_SET(Test_L2_R1, "Test_L2_R1", 7, 6, 1);
MEEPLE_DATA_SET(Test_L1_R1, "Test_L1_R1", 7, 6, 1);
MEEPLE_DATA_SET(9x5_endgame_L1, "9x5_endgame_L1.txt", 9, 5, 0);
MEEPLE_DATA_SET(9x5_midgame_L1, "9x5_midgame_L1.txt", 9, 5, 0);

// Positions of our own that are harder than the data sets: random play for that many turns, left
// out where the side to move wins at once.
void BM_ConnectFourRandom(benchmark::State& state) {
  constexpr FixedShape<7, 6> shape;
  std::vector<Position> positions;
  PlayoutRandom random(1);
  while (positions.size() < 100) {
    Position position;
    bool line = false;
    while (position.turns < state.range(0) && !line) {
      uint64_t open = OpenCells(shape, position.all);
      for (int skip = random.Below(CountBits(open)); skip > 0; --skip) open &= open - 1;
      position.Play(open & -open);
      line = HasLine(shape, position.theirs());
    }
    const uint64_t winning = WinningCells(shape, position.mine, position.all);
    if (!line && (winning & OpenCells(shape, position.all)) == 0) positions.push_back(position);
  }
  ScoreAll(state, shape.width(), shape.height(), positions);
}
BENCHMARK(BM_ConnectFourRandom)->Arg(20)->Arg(16)->Arg(14)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace meeple::engine::connect_four

// How long the rules take: a move with its judgement by board size, random play, all play, the
// reply of the perfect player, a copy.
//
//   build/release/bin/engine_benchmark --benchmark_filter=LineCounter

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/board.h"
#include "engine/core/counter_random.h"
#include "engine/core/line_counter.h"
#include "engine/games/tic_tac_toe/tic_tac_toe.h"
#include "engine/players/perfect_player.h"
#include "engine/players/strategies.h"
#include "engine/testing/make_players.h"
#include "engine/testing/perft.h"

namespace meeple::engine {
namespace {

std::unique_ptr<TicTacToe> Begin(int size) {
  auto game = std::make_unique<TicTacToe>(MakePlayers(2), GameOptions{}, size);
  game->Start();
  return game;
}

// All cells in an order that jumps about.
std::vector<Cell> ShuffledCells(int size) {
  std::vector<Cell> cells;
  for (int i = 0; i < size * size; ++i) cells.push_back({.row = i / size, .column = i % size});
  for (size_t i = cells.size() - 1; i > 0; --i) {
    std::swap(cells[i], cells[DrawBelow(i + 1, size, i, 0)]);
  }
  return cells;
}

// Marks counted and judged until the board is full, then taken back in reverse: time per mark.
void BM_LineCounterMove(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const std::vector<Cell> cells = ShuffledCells(size);
  LineCounter counter(size, 2);
  while (state.KeepRunningBatch(static_cast<int64_t>(cells.size()))) {
    for (size_t i = 0; i < cells.size(); ++i) {
      const SeatIndex seat = static_cast<SeatIndex>(i & 1);
      counter.Add(cells[i], seat);
      benchmark::DoNotOptimize(counter.CompletesFor(seat, cells[i]));
    }
    for (size_t i = cells.size(); i-- > 0;) counter.Remove(cells[i], static_cast<SeatIndex>(i & 1));
  }
}
BENCHMARK(BM_LineCounterMove)->Arg(3)->Arg(10)->Arg(30)->Arg(100)->Arg(300)->Arg(1000);

// A move of the whole game played and taken back.
void BM_ApplyAndUndo(benchmark::State& state) {
  const std::unique_ptr<TicTacToe> game = Begin(static_cast<int>(state.range(0)));
  const Move move = Move::AtCell({.row = 1, .column = 2});
  for (auto _ : state) {
    game->ApplyUnchecked(move);
    benchmark::DoNotOptimize(game->Undo());
  }
}
BENCHMARK(BM_ApplyAndUndo)->Arg(3)->Arg(100);

// Uniformly random games on one game that is taken back to its root, as search plays them.
void BM_RandomPlay(benchmark::State& state) {
  const std::unique_ptr<TicTacToe> game = Begin(static_cast<int>(state.range(0)));
  std::vector<Move> moves;
  int64_t played = 0;
  uint64_t seed = 0;
  for (auto _ : state) {
    ++seed;
    for (game->ListLegalMoves(moves); !moves.empty(); game->ListLegalMoves(moves)) {
      game->ApplyUnchecked(moves[DrawBelow(moves.size(), seed, game->cursor().turns, 0)]);
    }
    played += game->cursor().turns;
    while (!game->Undo().has_value()) {
    }
  }
  state.SetItemsProcessed(played);
}
BENCHMARK(BM_RandomPlay)->Arg(3)->Arg(5);

void BM_PerftOfAllGames(benchmark::State& state) {
  const std::unique_ptr<TicTacToe> game = Begin(3);
  int64_t nodes = 0;
  for (auto _ : state) {
    for (uint64_t count : Perft(*game, 9).nodes) nodes += static_cast<int64_t>(count);
  }
  state.SetItemsProcessed(nodes);
}
BENCHMARK(BM_PerftOfAllGames)->Unit(benchmark::kMillisecond);

void BM_PerfectReply(benchmark::State& state) {
  PerfectPlayer player(std::make_unique<RandomPlayer>(1));
  const std::unique_ptr<TicTacToe> game = Begin(3);
  game->ApplyUnchecked(Move::AtCell({.row = 0, .column = 0}));
  for (auto _ : state) benchmark::DoNotOptimize(player.Choose(*game));
}
BENCHMARK(BM_PerfectReply);

void BM_CopyPosition(benchmark::State& state) {
  const std::unique_ptr<TicTacToe> game = Begin(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(game->CopyPosition());
}
BENCHMARK(BM_CopyPosition)->Arg(3)->Arg(100);

}  // namespace
}  // namespace meeple::engine

BENCHMARK_MAIN();

// How long the rules take: a move with its judgement by board size, random play, all play, the
// reply of the perfect player, a copy.
//
//   build/release/bin/engine_benchmark --benchmark_filter=LineCounter

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/board.h"
#include "engine/core/counter_random.h"
#include "engine/core/k_in_a_row.h"
#include "engine/core/line_counter.h"
#include "engine/games/all_games.h"
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

// Marks counted and judged until the board is full, then forgotten: time per mark of a game that is
// only played, never searched.
void BM_LineCounterForward(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const std::vector<Cell> cells = ShuffledCells(size);
  const LineCounter empty(size, 2);
  LineCounter counter = empty;
  while (state.KeepRunningBatch(static_cast<int64_t>(cells.size()))) {
    counter = empty;
    for (size_t i = 0; i < cells.size(); ++i) {
      const SeatIndex seat = static_cast<SeatIndex>(i & 1);
      counter.Add(cells[i], seat);
      benchmark::DoNotOptimize(counter.CompletesFor(seat, cells[i]));
    }
  }
}
BENCHMARK(BM_LineCounterForward)->Arg(3)->Arg(10)->Arg(30)->Arg(100)->Arg(300)->Arg(1000);

// Marks placed and judged for five in a row until the board is full, then taken off: time per mark.
void BM_KInARowMove(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const std::vector<Cell> cells = ShuffledCells(size);
  const KInARow rule(5);
  Board board(size, size);
  while (state.KeepRunningBatch(static_cast<int64_t>(cells.size()))) {
    for (size_t i = 0; i < cells.size(); ++i) {
      board.Place(cells[i], static_cast<SeatIndex>(i & 1));
      benchmark::DoNotOptimize(rule.Completes(board, cells[i]));
    }
    for (const Cell cell : cells) board.Clear(cell);
  }
}
BENCHMARK(BM_KInARowMove)->Arg(3)->Arg(10)->Arg(30)->Arg(100)->Arg(300)->Arg(1000);

// What a game takes in memory, played to its middle, by the counter `bytes`.
void BM_BytesOfGame(benchmark::State& state, const GameKind& kind) {
  constexpr int kGames = 1'000;
  for (auto _ : state) {
    std::vector<std::unique_ptr<BoardGame>> games(kGames);
    const size_t before = mallinfo2().uordblks;
    for (size_t i = 0; i < games.size(); ++i) {
      games[i] = *MakeGame(kind, {}, MakePlayers(kind.min_players), {.seed = i});
      games[i]->Start();
      RandomPlayer player(i);
      for (int turn = 0; turn < 5 && !games[i]->over(); ++turn) {
        games[i]->ApplyUnchecked(*player.Choose(*games[i]));
      }
    }
    state.counters["bytes"] = static_cast<double>(mallinfo2().uordblks - before) / kGames;
  }
}

[[maybe_unused]] const bool kBytesRegistered = [] {
  for (const GameKind& kind : AllGameKinds()) {
    benchmark::RegisterBenchmark(("BM_BytesOfGame/" + kind.id).c_str(), BM_BytesOfGame, kind)
        ->Iterations(1);
  }
  return true;
}();

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

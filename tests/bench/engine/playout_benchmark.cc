// How many random moves a second, by the way they are played: on small values, or through the game
// itself, for every kind of game with its usual parameters; and whole play-outs as search asks for
// them.
//
//   build/release/bin/engine_benchmark --benchmark_filter='Random|PlayOut'

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/playout.h"
#include "engine/games/all_games.h"
#include "engine/players/connect_four/playout_position.h"
#include "engine/players/fast_playout.h"
#include "engine/players/tic_tac_toe/playout_position.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

std::unique_ptr<BoardGame> BeginKind(const GameKind& kind) {
  auto game = *MakeGame(kind, {}, MakePlayers(kind.min_players), {});
  game->Start();
  return game;
}

template <PlayoutPosition P>
void RandomOnValues(benchmark::State& state, const P& start) {
  PlayoutRandom random(1);
  int64_t moves = 0;
  for (auto _ : state) {
    P position = start;
    for (; !position.over(); ++moves) position.PlayNth(random.Below(position.MoveCount()));
    benchmark::DoNotOptimize(position.winner());
  }
  state.SetItemsProcessed(moves);
}

// Each game is taken back to its root, as search does.
void RandomThroughGame(benchmark::State& state, const GameKind& kind) {
  const std::unique_ptr<BoardGame> game = BeginKind(kind);
  PlayoutRandom random(1);
  std::vector<Move> moves;
  int64_t played = 0;
  for (auto _ : state) {
    game->Reseed(random.Next());
    while (!game->over()) {
      game->ListLegalMoves(moves);
      game->ApplyUnchecked(moves[random.Below(static_cast<int>(moves.size()))]);
    }
    played += game->cursor().turns;
    while (game->cursor().turns > 0) game->UndoUnchecked();
  }
  state.SetItemsProcessed(played);
}

void PlayOuts(benchmark::State& state, const GameKind& kind) {
  const std::unique_ptr<BoardGame> game = BeginKind(kind);
  const std::unique_ptr<FastPlayout> playout = FastPlayout::For(*game);
  PlayoutRandom random(1);
  for (auto _ : state) benchmark::DoNotOptimize(playout->Play(*game, random));
  state.SetItemsProcessed(state.iterations());
}

const bool kRegistered = [] {
  benchmark::RegisterBenchmark("BM_RandomMovesOnValues/tic_tac_toe", [](benchmark::State& state) {
    RandomOnValues(state, tic_tac_toe::PlayoutPosition3x3(0, 0, 0));
  });
  benchmark::RegisterBenchmark("BM_RandomMovesOnValues/connect_four", [](benchmark::State& state) {
    RandomOnValues(state, connect_four::PlayoutPosition7x6({}, 0));
  });
  for (const GameKind& kind : AllGameKinds()) {
    benchmark::RegisterBenchmark(("BM_RandomMovesThroughGame/" + kind.id).c_str(),
                                 RandomThroughGame, kind);
    benchmark::RegisterBenchmark(("BM_PlayOut/" + kind.id).c_str(), PlayOuts, kind);
  }
  return true;
}();

}  // namespace
}  // namespace meeple::engine

#ifndef MEEPLE_ENGINE_TESTING_TRIAL_H_
#define MEEPLE_ENGINE_TESTING_TRIAL_H_

// What suites of tests over the whole registry share: each game in each of its setups, and random
// games of it.
//
//   class MyTest : public TrialTest {};
//   TEST_P(MyTest, ...) { for (uint64_t seed = 0; seed < kFewGames; ++seed) PlayRandomly(...); }
//   INSTANTIATE_TEST_SUITE_P(Games, MyTest, ::testing::ValuesIn(AllTrials()), NameOfTrial);

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/testing/conformance.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {

// One game of the registry in one of its setups.
struct Trial {
  const Conformance* conformance;
  const ConformanceSetup* setup;
};

inline std::vector<Trial> AllTrials() {
  std::vector<Trial> trials;
  for (const Conformance& conformance : AllConformances()) {
    for (const ConformanceSetup& setup : conformance.setups)
      trials.push_back({&conformance, &setup});
  }
  return trials;
}

inline std::string NameOfTrial(const ::testing::TestParamInfo<Trial>& info) {
  return info.param.conformance->kind + "_" + info.param.setup->name;
}

class TrialTest : public ::testing::TestWithParam<Trial> {
 protected:
  // Fewer under sanitizers.
  static constexpr int kFewGames = 50 / MEEPLE_TEST_SLOWDOWN;

  std::unique_ptr<BoardGame> Begin(uint64_t seed, int turn_limit = 0) const {
    auto game = MakeGame(kind_, setup_.parameters, MakePlayers(setup_.players),
                         {.turn_limit = turn_limit, .seed = seed});
    EXPECT_TRUE(game.ok()) << game.status();
    (*game)->Start();
    return *std::move(game);
  }

  PlayedGame Played(const BoardGame& game) const {
    return {.parameters = parameters_,
            .seats = game.seats(),
            .seed = game.options().seed,
            .plies = game.log().standing()};
  }

  // Plays one move of those that are legal. REQUIRES: the game is in progress.
  static void PlayRandomMove(BoardGame& game, uint64_t seed) {
    const std::vector<Move> moves = game.LegalMoves();
    ASSERT_FALSE(moves.empty());
    game.ApplyUnchecked(moves[DrawBelow(moves.size(), seed, game.cursor().turns, 0)]);
  }

  // Plays to the end, at most `turns` turns.
  static void PlayRandomly(BoardGame& game, uint64_t seed, int turns = INT32_MAX) {
    for (int turn = 0; turn < turns && !game.over(); ++turn) PlayRandomMove(game, seed);
  }

  const GameKind& kind_ = FindGameKind(GetParam().conformance->kind);
  const ConformanceSetup& setup_ = *GetParam().setup;
  const Parameters parameters_ = *Parameters::Parse(kind_.parameters, setup_.parameters);
  const std::vector<Move> universe_ = GetParam().conformance->universe(parameters_);
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_TRIAL_H_

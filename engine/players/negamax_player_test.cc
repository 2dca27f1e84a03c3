#include "engine/players/negamax_player.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "engine/players/match.h"
#include "engine/players/perfect_player.h"
#include "engine/players/strategies.h"
#include "engine/testing/begin_game.h"
#include "engine/testing/fingerprint.h"

namespace meeple::engine {
namespace {

NegamaxPlayer MakeNegamaxPlayer(uint64_t seed, const SearchBudget& budget = {}) {
  return NegamaxPlayer(seed, budget, std::make_unique<RandomPlayer>(seed));
}

std::string BestMove(NegamaxPlayer& player, const BoardGame& game) {
  const auto move = player.Choose(game);
  EXPECT_TRUE(move.ok()) << move.status();
  return FormatMove(*move);
}

TEST(NegamaxPlayerTest, TakesTheQuickestWin) {
  // X wins at once with c1; other moves win later.
  const auto game = BeginGame("tic_tac_toe");
  PlayMoves(*game, {"a1", "a3", "b1", "b3"});
  for (uint64_t seed = 0; seed < 20; ++seed) {
    NegamaxPlayer player = MakeNegamaxPlayer(seed);
    EXPECT_EQ(BestMove(player, *game), "c1") << seed;
    EXPECT_EQ(player.report().value, NegamaxPlayer::kWinValue - 5);
  }
}

TEST(NegamaxPlayerTest, PutsALossOff) {
  // X threatens c1 and, after b2, a double threat: O must at least stop c1.
  const auto game = BeginGame("tic_tac_toe");
  PlayMoves(*game, {"a1", "b3", "b1"});
  NegamaxPlayer player = MakeNegamaxPlayer(1);
  EXPECT_EQ(BestMove(player, *game), "c1");
}

TEST(NegamaxPlayerTest, KnowsThatTicTacToeIsADraw) {
  NegamaxPlayer player = MakeNegamaxPlayer(1);
  BestMove(player, *BeginGame("tic_tac_toe"));
  EXPECT_TRUE(player.report().exact);
  EXPECT_EQ(player.report().value, 0);
}

// Wherever the table knows the value of a position, the search comes to the same.
TEST(NegamaxPlayerTest, DrawsWithThePerfectPlayer) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    for (const bool first : {true, false}) {
      std::vector<std::unique_ptr<MoveStrategy>> players(2);
      players[first ? 0 : 1] = std::make_unique<NegamaxPlayer>(MakeNegamaxPlayer(seed));
      players[first ? 1 : 0] =
          std::make_unique<PerfectPlayer>(std::make_unique<RandomPlayer>(seed));
      Match match(BeginGame("tic_tac_toe")->NewGame(), std::move(players));
      EXPECT_FALSE(match.Play().has_value());
      EXPECT_EQ(match.game().cursor().status, GameStatus::kDrawn) << seed;
    }
  }
}

TEST(NegamaxPlayerTest, SameSeedAndNodesGiveTheSameMove) {
  const auto game = BeginGame("reversi");
  NegamaxPlayer first = MakeNegamaxPlayer(7, {.nodes = 3'000});
  NegamaxPlayer second = MakeNegamaxPlayer(7, {.nodes = 3'000});
  while (game->cursor().turns < 12) {
    const std::string move = BestMove(first, *game);
    EXPECT_EQ(BestMove(second, *game), move);
    PlayMoves(*game, {move});
  }
}

TEST(NegamaxPlayerTest, StaysWithinItsNodesAndStopsWhenAsked) {
  const auto game = BeginGame("reversi");
  for (const int64_t nodes : {0, 1, 2, 10, 1'000}) {
    NegamaxPlayer player = MakeNegamaxPlayer(1, {.nodes = nodes});
    BestMove(player, *game);
    EXPECT_LE(player.report().nodes, nodes);
  }
  NegamaxPlayer stopped =
      MakeNegamaxPlayer(1, {.nodes = 1'000'000'000, .stop = [] { return true; }});
  BestMove(stopped, *game);
  EXPECT_LT(stopped.report().nodes, 1'000);
}

TEST(NegamaxPlayerTest, ATurnLimitIsPartOfTheGame) {
  const auto game = BeginGame("tic_tac_toe", {}, {.turn_limit = 4});
  PlayMoves(*game, {"a1", "a3"});
  const std::string before = Fingerprint(*game);
  NegamaxPlayer player = MakeNegamaxPlayer(1);
  BestMove(player, *game);
  EXPECT_TRUE(player.report().exact);
  EXPECT_EQ(player.report().value, 0);
  EXPECT_EQ(Fingerprint(*game), before);
}

TEST(NegamaxPlayerTest, LeavesOtherGamesToTheFallback) {
  NegamaxPlayer player = MakeNegamaxPlayer(1);
  const auto three = BeginGame("tic_tac_toe", {{"size", "4"}}, {}, 3);
  EXPECT_EQ(*player.Choose(*three), *RandomPlayer(1).Choose(*three));
  EXPECT_EQ(player.report().nodes, 0);
  EXPECT_EQ(player.Choose(*three->NewGame()).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

// What a budget finds is part of the program: this changes when the search does, on purpose only.
TEST(NegamaxPlayerTest, NodesOfAKnownSearchStayTheSame) {
  NegamaxPlayer player = MakeNegamaxPlayer(1, {.nodes = 20'000});
  const std::string move = BestMove(player, *BeginGame("reversi"));
  EXPECT_EQ(move + " depth " + std::to_string(player.report().depth) + " value " +
                std::to_string(player.report().value),
            "f5 depth 9 value 30");
}

}  // namespace
}  // namespace meeple::engine

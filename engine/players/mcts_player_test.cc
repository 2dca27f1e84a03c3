#include "engine/players/mcts_player.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "engine/players/match.h"
#include "engine/players/perfect_player.h"
#include "engine/players/strategies.h"
#include "engine/testing/begin_game.h"

namespace meeple::engine {
namespace {

std::string BestMove(MctsPlayer& player, const BoardGame& game) {
  const auto move = player.Choose(game);
  EXPECT_TRUE(move.ok()) << move.status();
  return FormatMove(*move);
}

TEST(MctsPlayerTest, TakesTheQuickestWinAndStopsThere) {
  const auto game = BeginGame("tic_tac_toe");
  PlayMoves(*game, {"a1", "a3", "b1", "b3"});
  for (uint64_t seed = 0; seed < 20; ++seed) {
    MctsPlayer player(seed, {.nodes = 10'000});
    EXPECT_EQ(BestMove(player, *game), "c1") << seed;
    EXPECT_LT(player.rounds(), 100) << "the win was proved";
  }
}

TEST(MctsPlayerTest, SeesTheOnlyDefence) {
  const auto game = BeginGame("tic_tac_toe");
  PlayMoves(*game, {"a1", "b2", "b1"});
  for (uint64_t seed = 0; seed < 20; ++seed) {
    MctsPlayer player(seed, {.nodes = 500});
    EXPECT_EQ(BestMove(player, *game), "c1") << seed;
  }
}

TEST(MctsPlayerTest, DrawsWithThePerfectPlayer) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    for (const bool first : {true, false}) {
      std::vector<std::unique_ptr<MoveStrategy>> players(2);
      players[first ? 0 : 1] = std::make_unique<MctsPlayer>(seed, SearchBudget{.nodes = 2'000});
      players[first ? 1 : 0] =
          std::make_unique<PerfectPlayer>(std::make_unique<RandomPlayer>(seed));
      Match match(BeginGame("tic_tac_toe")->NewGame(), std::move(players));
      EXPECT_FALSE(match.Play().has_value());
      EXPECT_EQ(match.game().cursor().status, GameStatus::kDrawn) << seed;
    }
  }
}

// Three seats, each for itself: the seat that can win does so.
TEST(MctsPlayerTest, PlaysForThree) {
  const auto game = BeginGame("tic_tac_toe", {{"size", "3"}}, {}, 3);
  PlayMoves(*game, {"a1", "c2", "a3", "b1", "c3", "b3"});
  MctsPlayer player(1, {.nodes = 1'000});
  EXPECT_EQ(BestMove(player, *game), "c1");
}

TEST(MctsPlayerTest, SameSeedAndRoundsGiveTheSameMove) {
  const auto game = BeginGame("reversi");
  MctsPlayer first(7, {.nodes = 100});
  MctsPlayer second(7, {.nodes = 100});
  while (game->cursor().turns < 12) {
    const std::string move = BestMove(first, *game);
    EXPECT_EQ(BestMove(second, *game), move);
    PlayMoves(*game, {move});
  }
}

TEST(MctsPlayerTest, AnswersOnAnyBudget) {
  const auto game = BeginGame("reversi");
  for (const int64_t nodes : {0, 1, 2, 3}) {
    MctsPlayer player(1, {.nodes = nodes});
    const auto move = player.Choose(*game);
    ASSERT_TRUE(move.ok());
    EXPECT_FALSE(game->Check(game->cursor().turn_index, *move).has_value());
    EXPECT_LE(player.rounds(), nodes);
  }
  MctsPlayer stopped(1, {.nodes = 1'000'000'000, .stop = [] { return true; }});
  EXPECT_TRUE(stopped.Choose(*game).ok());
  EXPECT_LT(stopped.rounds(), 1'000);
}

TEST(MctsPlayerTest, StopsAfterARoundWhereARoundTakesLong) {
  const auto game = BeginGame("mnk", {{"rows", "100"}, {"columns", "100"}, {"k", "100"}});
  MctsPlayer stopped(1, {.nodes = 1'000'000'000, .stop = [] { return true; }});
  EXPECT_TRUE(stopped.Choose(*game).ok());
  EXPECT_EQ(stopped.rounds(), 1);
}

TEST(MctsPlayerTest, ATurnLimitIsPartOfTheGame) {
  const auto game = BeginGame("tic_tac_toe", {}, {.turn_limit = 4});
  PlayMoves(*game, {"a1", "a3"});
  MctsPlayer player(1, {.nodes = 1'000});
  EXPECT_FALSE(BestMove(player, *game).empty());
}

// What a budget finds is part of the program: this changes when the search does, on purpose only.
TEST(MctsPlayerTest, ChoicesOfAKnownGameStayTheSame) {
  const auto game = BeginGame("reversi");
  MctsPlayer player(1, {.nodes = 300});
  std::string line;
  while (game->cursor().turns < 6) {
    const std::string move = BestMove(player, *game);
    line += move + " ";
    PlayMoves(*game, {move});
  }
  EXPECT_EQ(line, "f5 f4 g3 e6 f3 d6 ");
}

}  // namespace
}  // namespace meeple::engine

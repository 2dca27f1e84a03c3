#include "engine/players/gomoku_player.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/core/notation.h"
#include "engine/players/match.h"
#include "engine/players/mcts_player.h"
#include "engine/players/strategies.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

std::unique_ptr<BoardGame> Make(const std::string& size, const std::string& rule = "freestyle") {
  auto game =
      MakeGame(FindGameKind("gomoku"), {{"size", size}, {"rule", rule}}, MakePlayers(2), {});
  EXPECT_TRUE(game.ok()) << game.status();
  return *std::move(game);
}

std::unique_ptr<GomokuPlayer> MakeGomokuPlayer(uint64_t seed, int64_t nodes = 10'000) {
  return std::make_unique<GomokuPlayer>(seed, SearchBudget{.nodes = nodes},
                                        std::make_unique<RandomPlayer>(seed));
}

void PlayAll(BoardGame& game, const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    const auto move = ParseMove(text, std::vector{MoveForm::kCell});
    ASSERT_FALSE(game.Submit(game.cursor().turn_index, *move).has_value()) << text;
  }
}

std::string BestMove(const BoardGame& game, uint64_t seed) {
  const auto move = MakeGomokuPlayer(seed)->Choose(game);
  EXPECT_TRUE(move.ok()) << move.status();
  return FormatMove(*move);
}

// The cells at which `seat`, who is to move, wins at once.
std::vector<Move> WinsInOne(const BoardGame& game) {
  const auto copy = game.CopyPosition();
  const SeatIndex mover = game.cursor().turn_index;
  std::vector<Move> wins;
  for (const Move& move : game.LegalMoves()) {
    copy->ApplyUnchecked(move);
    if (copy->outcome().winner == mover) wins.push_back(move);
    copy->UndoUnchecked();
  }
  return wins;
}

TEST(GomokuPlayerTest, BeginsInTheMiddle) {
  const auto game = Make("15");
  game->Start();
  EXPECT_EQ(BestMove(*game, 3), "h8");
}

TEST(GomokuPlayerTest, BlocksAnOpenThreeAndAFour) {
  const auto game = Make("15");
  game->Start();
  PlayAll(*game, {"h8", "a1", "i8", "a3", "j8"});
  const std::string block = BestMove(*game, 1);
  EXPECT_TRUE(block == "g8" || block == "k8" || block == "f8" || block == "l8") << block;
  PlayAll(*game, {"g8", "k8"});
  EXPECT_EQ(BestMove(*game, 1), "l8");
}

// From any position, and by any rule, it takes a win in one where there is one; else, where a move
// leaves the opponent none, it plays such a move.
TEST(GomokuPlayerTest, TakesEveryWinInOneAndBlocksEveryOne) {
  int wins = 0;
  int blocks = 0;
  for (const char* rule : {"freestyle", "exact", "caro"}) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
      const auto game = Make("7", rule);
      game->Start();
      while (!game->over()) {
        const auto move = MakeGomokuPlayer(seed)->Choose(*game);
        ASSERT_TRUE(move.ok());
        const std::vector<Move> winning = WinsInOne(*game);
        const auto after = game->CopyPosition();
        after->ApplyUnchecked(*move);
        if (!winning.empty()) {
          ++wins;
          ASSERT_EQ(after->outcome().winner, game->cursor().turn_index) << rule << " " << seed;
        } else if (!after->over() && !WinsInOne(*after).empty()) {
          for (const Move& other : game->LegalMoves()) {
            const auto instead = game->CopyPosition();
            instead->ApplyUnchecked(other);
            ASSERT_FALSE(WinsInOne(*instead).empty()) << rule << " " << seed;
          }
        } else {
          ++blocks;
        }
        const std::vector<Move> legal = game->LegalMoves();
        game->ApplyUnchecked(legal[DrawBelow(legal.size(), seed, game->cursor().turns, 9)]);
      }
    }
  }
  EXPECT_GT(wins, 50);
  EXPECT_GT(blocks, 1'000);
}

TEST(GomokuPlayerTest, BeatsPlainSearchOfEqualBudget) {
  constexpr int kGames = 100;
  constexpr int64_t kNodes = 200;
  int won = 0;
  for (uint64_t seed = 0; seed < kGames; ++seed) {
    const size_t seat = seed % 2;
    std::vector<std::unique_ptr<MoveStrategy>> players(2);
    players[seat] = MakeGomokuPlayer(seed, kNodes);
    players[1 - seat] = std::make_unique<MctsPlayer>(seed, SearchBudget{.nodes = kNodes});
    Match match(Make("9"), std::move(players));
    ASSERT_FALSE(match.Play().has_value());
    won += match.game().outcome().winner == static_cast<SeatIndex>(seat) ? 1 : 0;
  }
  EXPECT_GE(won, 80);
}

TEST(GomokuPlayerTest, AnswersOnAnyBudgetAndLeavesOthersToTheFallback) {
  const auto game = Make("15");
  game->Start();
  PlayAll(*game, {"h8", "h9"});
  for (const int64_t nodes : {0, 1, 5}) {
    const auto player = MakeGomokuPlayer(1, nodes);
    const auto move = player->Choose(*game);
    ASSERT_TRUE(move.ok());
    EXPECT_FALSE(game->Check(0, *move).has_value());
    EXPECT_LE(player->nodes(), nodes);
  }
  auto other = MakeGame(FindGameKind("tic_tac_toe"), {}, MakePlayers(2), {});
  (*other)->Start();
  const auto player = MakeGomokuPlayer(1);
  EXPECT_EQ(*player->Choose(**other), *RandomPlayer(1).Choose(**other));
  EXPECT_EQ(player->nodes(), 0);
}

}  // namespace
}  // namespace meeple::engine

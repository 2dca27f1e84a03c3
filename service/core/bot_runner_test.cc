#include "service/core/bot_runner.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "engine/core/notation.h"
#include "service/core/testing/configs.h"

namespace meeple::service {
namespace {

v1::Bot MakeBot(const std::string& kind, uint64_t seed) {
  v1::Bot bot;
  bot.set_kind(kind);
  bot.set_seed(seed);
  return bot;
}

// Plays a whole game with `bot` in both seats; returns its moves.
std::string PlayGame(const v1::Bot& bot) {
  const std::unique_ptr<engine::BoardGame> game = Prepare("").game;
  game->Start();
  std::string moves;
  while (!game->over()) {
    const engine::Move move = ChooseBotMove(bot, *game);
    const auto refusal = game->Submit(game->cursor().turn_index, move);
    if (refusal.has_value()) return "refused: " + refusal->message;
    moves += engine::FormatMove(move) + " ";
  }
  return moves;
}

// "nobody" stands for a bot that fails: a legal move stands in for it.
TEST(ChooseBotMoveTest, EveryMoveIsLegalAndFollowsFromTheSeed) {
  for (const char* kind : {"random", "perfect", "nobody"}) {
    std::set<std::string> games;
    for (uint64_t seed = 0; seed < 50; ++seed) {
      SCOPED_TRACE(testing::Message() << kind << ", seed " << seed);
      const std::string moves = PlayGame(MakeBot(kind, seed));
      EXPECT_EQ(moves.find("refused"), std::string::npos) << moves;
      EXPECT_EQ(PlayGame(MakeBot(kind, seed)), moves);
      games.insert(moves);
    }
    EXPECT_EQ(games.size() == 1, std::string(kind) == "perfect") << kind;
  }
}

TEST(ChooseBotMoveTest, BotWithABadLevelPlaysAllTheSame) {
  v1::Bot bot = MakeBot("random", 7);
  bot.set_level(99);
  EXPECT_EQ(PlayGame(bot).find("refused"), std::string::npos);
}

TEST(ChooseBotMoveTest, LastFreeCellIsFound) {
  const std::unique_ptr<engine::BoardGame> game = Prepare("").game;
  game->Start();
  for (const engine::Cell cell :
       {engine::Cell{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 0}}) {
    game->ApplyUnchecked(engine::Move::AtCell(cell));
  }
  for (const char* kind : {"random", "perfect", "nobody"}) {
    EXPECT_EQ(ChooseBotMove(MakeBot(kind, 7), *game), engine::Move::AtCell({2, 2})) << kind;
  }
}

}  // namespace
}  // namespace meeple::service

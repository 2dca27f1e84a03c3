#include "service/core/bot_runner.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include "engine/core/notation.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/test_host.h"

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

// A search that nothing but being called off would end.
class CalledOffTest : public testing::Test {
 protected:
  static HostOptions Options() {
    HostOptions options = TestOptions();
    options.bot_thinking = absl::InfiniteDuration();
    options.bot_threads = 1;
    return options;
  }
  // The bot is to answer the first move.
  Table BeginEndlessThought() {
    const Table table = host_->Create(ReadConfig(
        "kind: 'mnk' parameters { key: 'rows' value: '60' } parameters { key: 'columns' value: "
        "'60' }"
        "parameters { key: 'k' value: '60' } seats {} seats { bot { kind: 'mcts' level: 10 } }"));
    EXPECT_TRUE(host_->Move(table, 0, "a1").ok());
    EXPECT_EQ(host_->busy_bots(), 1);
    return table;
  }
  void WaitForIdleBots() {
    while (host_->busy_bots() > 0) std::this_thread::yield();
  }

  std::unique_ptr<TestHost> host_ = std::make_unique<TestHost>(Options());
};

TEST_F(CalledOffTest, WhenItsGameIsOver) {
  const Table table = BeginEndlessThought();
  ASSERT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table, 0).ok());
  WaitForIdleBots();
}

TEST_F(CalledOffTest, WhenThePositionIsGone) {
  const Table table = BeginEndlessThought();
  ASSERT_TRUE(host_->Do<v1::UndoRequest>(&GameHost::Undo, table, 0).ok());
  WaitForIdleBots();
  EXPECT_EQ(host_->Get(table).cursor().turns(), 0);
}

TEST_F(CalledOffTest, WhenTheHostEnds) {
  BeginEndlessThought();
  host_.reset();
}

TEST_F(CalledOffTest, AndABotThatAnswersAtOnceDoesNotWaitForIt) {
  BeginEndlessThought();
  const Table quick =
      host_->Create(ReadConfig("kind: 'tic_tac_toe' seats {} seats { bot { kind: 'perfect' } }"));
  ASSERT_TRUE(host_->Move(quick, 0, "a1").ok());
  while (host_->Get(quick).cursor().turns() < 2) std::this_thread::yield();
  EXPECT_EQ(host_->busy_bots(), 1);
}

}  // namespace
}  // namespace meeple::service

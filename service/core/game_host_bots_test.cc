// Seats that the host plays itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/players/move_strategy.h"
#include "service/core/errors.h"
#include "service/core/testing/game_host_test_base.h"

namespace meeple::service {
namespace {

using testing::ElementsAre;

class BotSeatTest : public GameHostTest {
 protected:
  Table CreateAgainst(const std::string& bot, bool bot_first = false) {
    v1::GameConfig config = TicTacToe();
    for (int seat = 0; seat < 2; ++seat) {
      v1::SeatConfig* added = config.add_seats();
      if ((seat == 0) == bot_first) {
        added->mutable_bot()->set_kind(bot);
        added->mutable_bot()->set_seed(7);
      }
    }
    return host_.Create(config);
  }
};

TEST_F(BotSeatTest, ABotAnswersByItself) {
  const Table table = CreateAgainst("perfect");
  const auto watch = Watch(table, 2).value();
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
  const auto events = ReadUntil(*watch, 4);
  EXPECT_THAT(Texts(events), ElementsAre("X plays X at (0,0)", "O plays O at (1,1)"));
  EXPECT_EQ(host_.Get(table).current_player(), "X");
}

TEST_F(BotSeatTest, TwoBotsPlayToTheEndWhichIsFinalAtOnce) {
  v1::GameConfig config = TicTacToe();
  config.add_seats()->mutable_bot()->set_kind("perfect");
  config.add_seats()->mutable_bot()->set_kind("perfect");
  const Table table = host_.Create(config);
  const auto events = Watch(table, 0).value()->ReadToEnd();
  EXPECT_EQ(events.size(), 2u + 9u + 2u);
  EXPECT_EQ(events.back().text(), "game final");
  EXPECT_EQ(events.back().cursor().status(), v1::GAME_STATUS_DRAWN);
}

// Nobody could play on for a bot whose move was refused for want of room.
TEST(FullGameTest, TheMoveOfABotAfterWhichNoOtherFitsEndsTheGame) {
  HostOptions options = TestOptions();
  options.max_events = 200;
  TestHost host(options);
  v1::GameConfig config = TicTacToe();
  (*config.mutable_parameters())["size"] = "20";
  for (int seat = 0; seat < 2; ++seat) config.add_seats()->mutable_bot()->set_kind("random");
  const Table table = host.Create(config);
  v1::WatchGameRequest watch;
  watch.set_game_id(table.game_id);
  const auto events = WatchReader::Open(host.host(), Caller{}, watch).value()->ReadToEnd();
  EXPECT_TRUE(events.back().has_game_final());
  EXPECT_EQ(host.Get(table).end_reason(), v1::END_REASON_TURN_LIMIT);
  EXPECT_EQ(host.Get(table).cursor().turns(), 200 - 10 - 2 - 2);
}

// Chooses the same corner for ever.
class StubbornPlayer final : public engine::MoveStrategy {
 public:
  absl::StatusOr<engine::Move> Choose(const engine::BoardGame&) override {
    return engine::Move::AtCell({0, 0});
  }
};

TEST(BrokenBotTest, ALegalMoveIsPlayedForItAndTheDefectIsTold) {
  std::atomic<int> told = 0;
  HostOptions options = TestOptions();
  options.make_bot = [](const engine::PlayerSpec&) { return std::make_unique<StubbornPlayer>(); };
  options.on_defect = [&](const std::string& line) {
    EXPECT_THAT(line, testing::HasSubstr("'random' is broken: it chose a1"));
    ++told;
  };
  TestHost host(options);
  v1::GameConfig config = TicTacToe();
  for (int seat = 0; seat < 2; ++seat) config.add_seats()->mutable_bot()->set_kind("random");
  const Table table = host.Create(config);
  v1::WatchGameRequest watch;
  watch.set_game_id(table.game_id);
  const auto events = WatchReader::Open(host.host(), Caller{}, watch).value()->ReadToEnd();
  EXPECT_TRUE(events.back().has_game_final());
  EXPECT_EQ(told, host.Get(table).cursor().turns() - 1) << "the first move alone was legal";
}

// No game waits longer for its bots than another one, however many there are.
TEST(FairBotsTest, GamesTakeTurnsAtTheOneThreadThatThinks) {
  HostOptions options = TestOptions();
  options.bot_threads = 1;
  options.bot_thinking = absl::Milliseconds(1);
  TestHost host(options);
  std::vector<Table> tables;
  for (int i = 0; i < 3; ++i) {
    v1::GameConfig config;
    config.set_kind("mnk");
    for (const char* side : {"rows", "columns", "k"}) (*config.mutable_parameters())[side] = "20";
    for (int seat = 0; seat < 2; ++seat) {
      config.add_seats()->mutable_bot()->set_kind("mcts");
      config.mutable_seats(seat)->mutable_bot()->set_level(10);
    }
    tables.push_back(host.Create(config));
  }
  const auto turns = [&](int game) { return host.Get(tables[game]).cursor().turns(); };
  // The first game's turns are read before and after the others', as all go on meanwhile; and they
  // are counted from here, as the first game was alone until the others were made.
  const std::vector<int> start = {turns(0), turns(1), turns(2), turns(0)};
  int before = 0;
  while (before < start[3] + 40) {
    before = turns(0);
    const std::vector<int> others = {turns(1), turns(2)};
    const int after = turns(0);
    for (int i = 0; i < 2; ++i) {
      ASSERT_GE(others[i] - start[i + 1], before - start[3] - 2);
      ASSERT_LE(others[i] - start[i + 1], after - start[0] + 2);
    }
  }
}

TEST_F(BotSeatTest, UndoGoesToThePersonsOwnTurnAndTheBotWaits) {
  const Table table = CreateAgainst("perfect");
  const auto watch = Watch(table, 2).value();
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
  ReadUntil(*watch, 4);
  const auto undo = Undo(table, 0).value();
  EXPECT_EQ(undo.events_size(), 2);
  EXPECT_EQ(undo.cursor().turns(), 0);
  EXPECT_EQ(host_.Get(table).current_player(), "X");
  const auto redo = Redo(table, 0).value();
  EXPECT_EQ(redo.events_size(), 2);
  EXPECT_EQ(redo.cursor().turns(), 2);
}

TEST_F(BotSeatTest, TheFirstMoveOfABotCannotBeTakenBackAlone) {
  const Table table = CreateAgainst("random", /*bot_first=*/true);
  ReadUntil(*Watch(table, 2).value(), 3);
  EXPECT_EQ(ReasonOf(host_.Do<v1::UndoRequest>(&GameHost::Undo, table, 0).status()),
            v1::ERROR_REASON_NOTHING_TO_UNDO);
}

TEST_F(BotSeatTest, AMoveInTheBotsTurnIsThePersonsMistake) {
  // A bot on the first seat that never gets to think: none that searches has a thread here.
  HostOptions options = TestOptions();
  options.bot_threads = 0;
  TestHost host(options);
  v1::GameConfig config = TicTacToe();
  config.add_seats()->mutable_bot()->set_kind("mcts");
  config.mutable_seats(0)->mutable_bot()->set_level(10);
  config.add_seats();
  const Table table = host.Create(config);
  EXPECT_EQ(ReasonOf(host.Move(table, 0, "a1").status()), v1::ERROR_REASON_NOT_YOUR_TURN);
  EXPECT_EQ(host.Get(table).sequence(), 2);
}

}  // namespace
}  // namespace meeple::service

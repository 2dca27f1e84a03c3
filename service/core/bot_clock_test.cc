// Bots that play against the clock. They think for as long as a test likes, and the clock stands
// still until it moves it.

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/test_host.h"

namespace meeple::service {
namespace {

// One bot that thinks: whether it is to stop, and how it is told to move.
struct DirectedThought {
  std::function<bool()> stop;
  std::promise<void> move;
};

// Those who have begun to think and are not taken yet. Thread-safe.
class DirectedThoughts {
 public:
  void Add(std::shared_ptr<DirectedThought> thought) {
    MutexLock lock(mutex_);
    begun_.push_back(std::move(thought));
    changed_.NotifyAll();
  }
  std::shared_ptr<DirectedThought> Take() {
    MutexLock lock(mutex_);
    while (begun_.empty()) changed_.Wait(mutex_);
    std::shared_ptr<DirectedThought> first = std::move(begun_.front());
    begun_.pop_front();
    return first;
  }
  bool empty() {
    MutexLock lock(mutex_);
    return begun_.empty();
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  std::deque<std::shared_ptr<DirectedThought>> begun_ ABSL_GUARDED_BY(mutex_);
};

class DirectedPlayer final : public engine::MoveStrategy {
 public:
  DirectedPlayer(DirectedThoughts& thoughts, std::function<bool()> stop)
      : thoughts_(thoughts), stop_(std::move(stop)) {}

  absl::StatusOr<engine::Move> Choose(const engine::BoardGame& game) override {
    auto thought = std::make_shared<DirectedThought>();
    thought->stop = stop_;
    thoughts_.Add(thought);
    thought->move.get_future().get();
    return game.LegalMoves().front();
  }

 private:
  DirectedThoughts& thoughts_;
  const std::function<bool()> stop_;
};

class BotClockTest : public testing::Test {
 protected:
  BotClockTest() { journal_.SetAutomatic(true); }

  HostOptions Options() {
    HostOptions options = TestOptions();
    options.bot_thinking = absl::InfiniteDuration();
    options.bot_threads = 1;
    options.make_bot = [this](const engine::PlayerSpec& spec) {
      return std::make_unique<DirectedPlayer>(thoughts_, spec.stop);
    };
    return options;
  }

  // A game with `times`, in which the bot is to answer the first move.
  Table HaveBotAnswer(const std::string& times) {
    const Table table = host_.Create(
        ReadConfig(absl::StrCat("kind: 'tic_tac_toe' parameters { key: 'size' value: '20' } ",
                                times, " seats {} seats { bot { kind: 'mcts' level: 10 } }")));
    EXPECT_TRUE(host_.Move(table, 0, "a1").ok());
    return table;
  }

  // The bot is to stop after that time, and not before; then it moves.
  void ExpectThinks(DirectedThought& thought, absl::Duration time) {
    host_.clock().Advance(time - absl::Nanoseconds(1));
    EXPECT_FALSE(thought.stop());
    host_.clock().Advance(absl::Nanoseconds(1));
    EXPECT_TRUE(thought.stop());
    thought.move.set_value();
  }

  // The game goes on after that turn.
  void ExpectTurn(const Table& table, int turn) {
    v1::TurnCursor cursor;
    do {
      std::this_thread::yield();
      cursor = host_.Get(table).cursor();
    } while (cursor.turns() < turn && cursor.status() == v1::GAME_STATUS_IN_PROGRESS);
    EXPECT_EQ(cursor.turns(), turn);
    EXPECT_EQ(cursor.status(), v1::GAME_STATUS_IN_PROGRESS);
  }

  DirectedThoughts thoughts_;
  ManualJournal journal_;
  TestHost host_{Options(), &journal_};
};

TEST_F(BotClockTest, ABotWithoutAClockThinksOn) {
  const Table table = HaveBotAnswer("");
  const auto thought = thoughts_.Take();
  host_.clock().Advance(absl::Hours(1'000));
  EXPECT_FALSE(thought->stop());
  thought->move.set_value();
  ExpectTurn(table, 2);
}

TEST_F(BotClockTest, ABotMovesBeforeItsTimePerMoveIsUp) {
  const Table table = HaveBotAnswer("clock { per_move { seconds: 5 } }");
  ExpectThinks(*thoughts_.Take(), absl::Milliseconds(4'500));
  ExpectTurn(table, 2);
}

TEST_F(BotClockTest, ABotPlansForTheWholeGame) {
  const Table table = HaveBotAnswer("clock { initial { seconds: 60 } increment { seconds: 2 } }");
  ExpectThinks(*thoughts_.Take(), absl::Milliseconds(4'800));
  ExpectTurn(table, 2);
  ASSERT_TRUE(host_.Move(table, 0, "c1").ok());
  ExpectThinks(*thoughts_.Take(), absl::Milliseconds(4'660));  // of 57.2 s
  ExpectTurn(table, 4);
}

TEST_F(BotClockTest, ABotMakesItsFirstMoveInTime) {
  const Table table = HaveBotAnswer("first_move_time { seconds: 10 }");
  ExpectThinks(*thoughts_.Take(), absl::Seconds(9));
  ExpectTurn(table, 2);
}

TEST_F(BotClockTest, TheWaitForAThreadCounts) {
  const Table first = HaveBotAnswer("");
  const auto occupier = thoughts_.Take();
  const Table second = HaveBotAnswer("clock { per_move { seconds: 5 } }");
  host_.clock().Advance(absl::Seconds(2));
  occupier->move.set_value();
  ExpectThinks(*thoughts_.Take(), absl::Milliseconds(2'700));
  ExpectTurn(first, 2);
  ExpectTurn(second, 2);
}

// Nor does a bot lose what a slow disk takes: its time runs from when it can see the move.
TEST_F(BotClockTest, WhatTheDiskTakesIsNotTheBots) {
  const Table table =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' parameters { key: 'size' value: '20' } clock { "
                              "per_move { seconds: 5 } } "
                              "seats {} seats { bot { kind: 'mcts' level: 10 } }"));
  journal_.SetAutomatic(false);
  auto moved = std::make_shared<std::promise<bool>>();
  host_.host().SubmitMove(table.seats[0], TestHost::MakeMove(table, "a1"),
                          [moved](const auto& answer) { moved->set_value(answer.ok()); });
  host_.clock().Advance(absl::Seconds(60));
  journal_.SetAutomatic(true);
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(moved->get_future().get());
  ExpectThinks(*thoughts_.Take(), absl::Milliseconds(4'500));
  ExpectTurn(table, 2);
}

// It moves on another thread, and only once.
TEST_F(BotClockTest, ABotThatWaitsForAThreadMovesAtOnceWhenHardlyAnyTimeIsLeft) {
  const Table first = HaveBotAnswer("");
  const auto occupier = thoughts_.Take();
  const Table second = HaveBotAnswer("clock { per_move { seconds: 5 } }");
  host_.clock().Advance(absl::Milliseconds(4'750));
  const auto hurried = thoughts_.Take();
  EXPECT_TRUE(hurried->stop());
  hurried->move.set_value();
  ExpectTurn(second, 2);
  occupier->move.set_value();
  ExpectTurn(first, 2);
  while (host_.busy_bots() > 0) std::this_thread::yield();
  EXPECT_TRUE(thoughts_.empty());
}

// Not even one that was held up for longer is asked to think.
TEST_F(BotClockTest, ABotThatComesTooLateForItsTimeMovesAtOnce) {
  const Table first = HaveBotAnswer("");
  const auto occupier = thoughts_.Take();
  const Table second = HaveBotAnswer("clock { per_move { seconds: 5 } }");
  host_.clock().Advance(absl::Milliseconds(4'999));
  const auto hurried = thoughts_.Take();
  EXPECT_TRUE(hurried->stop());
  hurried->move.set_value();
  ExpectTurn(second, 2);
  occupier->move.set_value();
  ExpectTurn(first, 2);
}

}  // namespace
}  // namespace meeple::service

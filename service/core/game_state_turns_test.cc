// Games whose turns do not simply alternate, online: forced passes, several moves in a row, one
// seat alone, an end that a leaving seat brings.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/core/notation.h"
#include "google/protobuf/util/time_util.h"
#include "service/core/game_state.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"
#include "service/core/testing/streak_game.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

StateDriver Begin(const std::string& text, GameKinds kinds = engine::AllGameKinds()) {
  const v1::GameConfig complete = CompleteConfig(ReadConfig(text), kTestMaxPlies, kinds).value();
  return StateDriver(PrepareGame(kTestGameId, complete, kTestMaxPlies, kinds).value());
}

// --- Forced passes ---

bool MustPass(const engine::BoardGame& game) {
  return game.LegalMoves() == std::vector<engine::Move>{engine::Move::Pass()};
}

// A game of Reversi, with what `seats` adds, in which `passer` has to pass now, and the other seat
// moved before.
StateDriver ReachForcedPass(const std::string& seats, engine::SeatIndex passer) {
  for (uint64_t seed = 0;; ++seed) {
    StateDriver driver = Begin("kind: 'reversi' parameters { key: 'size' value: '4' } " + seats);
    const engine::BoardGame& game = driver.state().game();
    while (!game.over() && !MustPass(game)) {
      const std::vector<engine::Move> legal = game.LegalMoves();
      const auto ply = static_cast<uint64_t>(game.cursor().turns);
      driver.Play(engine::FormatMove(legal[engine::DrawBelow(legal.size(), seed, ply, 0)]));
    }
    if (!game.over() && game.cursor().turn_index == passer) return driver;
  }
}

TEST(ForcedPassTest, APassIsAMoveLikeAnyOther) {
  StateDriver driver = ReachForcedPass("", 1);
  const int turns = driver.state().game().cursor().turns;
  EXPECT_THAT(driver.TryPlay(1, "a1"), HasReason(v1::ERROR_REASON_ILLEGAL_MOVE));
  const EventGroup group = driver.Play("pass");
  EXPECT_EQ(group[0].text(), "O passes");
  EXPECT_TRUE(group[0].move_applied().move().has_pass());
  EXPECT_EQ(group[0].move_applied().move().notation(), "pass");
  driver.ExpectTurn("X", turns + 1);
  EXPECT_EQ(driver.Undo(0)[0].text(), "undo: X takes back the pass");
  driver.ExpectTurn("O", turns);
}

TEST(ForcedPassTest, UndoGoesThroughThePassOfABot) {
  StateDriver driver = ReachForcedPass("seats {} seats { bot { kind: 'random' } }", 1);
  const int turns = driver.state().game().cursor().turns;
  driver.Play("pass");
  EXPECT_EQ(driver.Undo(0).size(), 2u) << "the pass, and the move of the person before it";
  driver.ExpectTurn("X", turns - 1);
  EXPECT_EQ(driver.Redo(0).size(), 2u);
  driver.ExpectTurn("X", turns + 1);
}

TEST(ForcedPassTest, UndoGoesBackToThePassOfThePerson) {
  StateDriver driver = ReachForcedPass("seats {} seats { bot { kind: 'random' } }", 0);
  const int turns = driver.state().game().cursor().turns;
  driver.Play("pass");
  ASSERT_EQ(driver.state().BotToMove(), 1);
  driver.Play(engine::FormatMove(driver.state().game().LegalMoves().front()));
  ASSERT_FALSE(driver.state().game().over());
  driver.Undo(0);
  driver.ExpectTurn("X", turns);
  EXPECT_TRUE(MustPass(driver.state().game()));
}

// --- Several moves in a row ---

class StreakTest : public ::testing::Test {
 protected:
  StateDriver Begin(const std::string& seats) {
    return service::Begin("kind: 'streak' " + seats, kinds_);
  }

  const std::vector<engine::GameKind> kinds_ = {StreakKind()};
};

TEST_F(StreakTest, ASeatMovesUntilItsStreakEnds) {
  StateDriver driver = Begin("seats {} seats {}");
  driver.Play("3");
  driver.ExpectTurn("X", 1);
  EXPECT_THAT(driver.TryPlay(1, "1"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));
  driver.Play("4");
  driver.ExpectTurn("O", 2);
  EXPECT_EQ(driver.Undo(1).size(), 1u) << "one move at a time";
  driver.ExpectTurn("X", 1);
}

TEST_F(StreakTest, UndoGoesThroughTheStreakOfABot) {
  StateDriver driver = Begin("seats {} seats { bot { kind: 'random' } }");
  driver.PlayAll({"3", "4", "5"});
  ASSERT_EQ(driver.state().BotToMove(), 1) << "in the middle of its streak";
  EXPECT_EQ(driver.Undo(0).size(), 2u);
  driver.ExpectTurn("X", 1);
  driver.PlayAll({"4", "5", "6"});
  driver.ExpectTurn("X", 4);
  EXPECT_EQ(driver.Undo(0).size(), 3u) << "two of the bot, one of the person";
  driver.ExpectTurn("X", 1);
  EXPECT_EQ(driver.Redo(0).size(), 3u);
  driver.ExpectTurn("X", 4);
}

TEST_F(StreakTest, WhoeverResignsInAStreakPassesTheTurn) {
  StateDriver driver = Begin("seats {} seats {} seats {}");
  driver.Play("3");
  driver.Resign(0);
  driver.ExpectTurn("O", 1);
}

// --- One seat alone ---

TEST_F(StreakTest, OneSeatAlonePlaysToTheEnd) {
  StateDriver driver = Begin("seats {}");
  driver.PlayAll({"1", "2", "3", "4"});
  driver.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  driver.Undo(0);
  driver.ExpectTurn("X", 3);
}

TEST_F(StreakTest, OneSeatAloneResignsWithoutAWinner) {
  StateDriver driver = Begin("seats {}");
  driver.Play("1");
  EXPECT_THAT(TextsOf(driver.Resign(0)),
              ElementsAre("X resigns", "abandoned: everybody resigned", "game final"));
  driver.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kResignation, "");
  EXPECT_EQ(driver.events().back().game_final().winner(), "");
}

// --- An end that a leaving seat brings ---

TEST_F(StreakTest, TheBoardDecidesOnceTheLastOneLeaves) {
  StateDriver driver = Begin("seats {} seats {} seats {}");
  driver.PlayAll({"1", "1", "5", "5", "9", "9", "1", "1", "5", "5", "9"});
  driver.ExpectTurn("A", 11);
  const EventGroup group = driver.Resign(2);
  EXPECT_THAT(TextsOf(group), ElementsAre("A resigns", "O wins"));
  EXPECT_EQ(group[1].actor(), "A");
  EXPECT_EQ(group[1].game_finished().winner(), "O");
  EXPECT_EQ(group[1].game_finished().end_reason(), v1::END_REASON_BOARD);
  EXPECT_THAT(driver.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  driver.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "O");
}

}  // namespace
}  // namespace meeple::service

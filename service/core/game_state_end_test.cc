// How a game online ends, when that is final, and what it may cost.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "google/protobuf/util/time_util.h"
#include "service/core/conversion.h"
#include "service/core/game_state.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

// Nothing can be done any more.
void ExpectClosed(StateDriver& game) {
  EXPECT_TRUE(game.state().final());
  for (engine::SeatIndex seat = 0; seat < game.state().game().seats(); ++seat) {
    EXPECT_THAT(game.TryPlay(seat, "a1"), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryRedo(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryResign(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryAbandon(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
  }
  EXPECT_THAT(game.TryFinalise(game.state().position_sequence()),
              HasReason(v1::ERROR_REASON_GAME_OVER));
}

// --- Resignation ---

TEST(GameStateEndTest, OtherSeatWinsByResignation) {
  StateDriver game;
  game.Play("a1");
  const EventGroup group = game.Resign(0);  // out of turn, which is fine
  EXPECT_THAT(TextsOf(group), ElementsAre("X resigns", "O wins by resignation"));
  EXPECT_EQ(group[0].actor(), "X");
  EXPECT_EQ(group[0].seat_left().seat(), 0);
  EXPECT_EQ(group[0].seat_left().reason(), v1::END_REASON_RESIGNATION);
  EXPECT_EQ(group[1].actor(), "X") << "who caused the end, not who won";
  EXPECT_EQ(group[1].game_finished().winner(), "O");
  EXPECT_EQ(group[1].game_finished().end_reason(), v1::END_REASON_RESIGNATION);
  EXPECT_EQ(group[1].game_finished().final_at(), At(absl::Seconds(60))) << "for a rematch";
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryResign(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
  }
  EXPECT_EQ(game.Finalise()[0].game_final().winner(), "O");
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kResignation, "O");
  ExpectClosed(game);
}

TEST(GameStateEndTest, PersonMayResignAgainstABot) {
  StateDriver game(kBotSecond);
  game.Resign(0);
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kResignation, "O");
  ExpectClosed(game);
}

TEST(GameStateEndTest, GameOfThreeGoesOnWithoutTheFirst) {
  StateDriver game(kThreePeople);
  const EventGroup group = game.Resign(0);
  EXPECT_THAT(TextsOf(group), ElementsAre("X resigns"));
  game.ExpectTurn("O", 0);
  EXPECT_THAT(game.TryPlay(0, "a1"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));
  game.PlayAll({"a1", "b1"});
  game.ExpectTurn("O", 2);

  const absl::StatusOr<EventGroup> again = game.TryResign(0);
  EXPECT_THAT(again, HasReason(v1::ERROR_REASON_ILLEGAL_MOVE));
  EXPECT_EQ(MetadataOf(again.status(), "rule"), "already_resigned");

  EXPECT_THAT(TextsOf(game.Resign(1)), ElementsAre("O resigns", "A wins by resignation"));
  game.Finalise();
  ExpectClosed(game);
}

TEST(GameStateEndTest, TurnStaysWhenAnotherSeatResigns) {
  StateDriver game(kThreePeople);
  game.PlayAll({"a1", "b1"});
  game.Resign(0);
  game.ExpectTurn("A", 2);
  game.Play("c1");
  game.ExpectTurn("O", 3);
}

TEST(GameStateEndTest, WinAfterAResignationIsOnTheBoard) {
  StateDriver game(kThreePeople);
  game.Resign(2);
  game.PlayAll(kWin);
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  EXPECT_FALSE(game.state().final());
  EXPECT_THAT(game.TryUndo(2), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  game.Undo(1);
}

// --- Calling off ---

TEST(GameStateEndTest, SeatMayCallOffBeforeEverySeatHasMoved) {
  for (int moves : {0, 1}) {
    StateDriver game;
    if (moves == 1) game.Play("a1");
    const EventGroup group = game.Abandon(1);
    EXPECT_THAT(TextsOf(group), ElementsAre("abandoned", "game final"));
    EXPECT_EQ(group[0].actor(), "O");
    EXPECT_EQ(group[0].game_finished().winner(), "");
    EXPECT_EQ(group[0].game_finished().end_reason(), v1::END_REASON_ABANDONED);
    EXPECT_EQ(group[0].game_finished().final_at(), group[0].time());
    game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kAbandoned, "");
    ExpectClosed(game);
  }
}

TEST(GameStateEndTest, LaterNobodyMayCallOff) {
  StateDriver game(kThreePeople);
  game.PlayAll({"a1", "b1", "c1"});
  for (engine::SeatIndex seat : {0, 1, 2}) {
    EXPECT_THAT(game.TryAbandon(seat), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  }
}

TEST(GameStateEndTest, FinishedGameCannotBeCalledOff) {
  StateDriver game("seats {} seats {} seats {} parameters { key: 'size' value: '3' }");
  game.PlayAll({"a1", "a2", "a3", "b1", "b2", "b3", "c1"});
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  EXPECT_THAT(game.TryAbandon(0), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(GameStateEndTest, WhoOverseesTheGameMayCallItOffAtAnyTime) {
  for (const int moves : {0, 1, 5}) {
    StateDriver game(kThreePeople);
    const std::vector<std::string> line = {"a1", "b1", "c1", "a2", "b3"};
    game.PlayAll({line.begin(), line.begin() + moves});
    const auto group = game.TryCallOff();
    ASSERT_TRUE(group.ok()) << group.status();
    EXPECT_THAT(TextsOf(*group), ElementsAre("abandoned", "game final"));
    EXPECT_EQ((*group)[0].actor(), "");
    EXPECT_EQ((*group)[0].game_finished().end_reason(), v1::END_REASON_ABANDONED);
    game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kAbandoned, "");
    ExpectClosed(game);
    EXPECT_THAT(game.TryCallOff(), HasReason(v1::ERROR_REASON_GAME_OVER));
  }
}

// A seat that resigned before it moved is waited for no more.
TEST(GameStateEndTest, ResignedSeatsNeedNotHaveMoved) {
  StateDriver game(kThreePeople);
  game.PlayAll({"a1", "b1"});
  game.Resign(2);
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryAbandon(seat), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  }
}

TEST(GameStateEndTest, ResignedSeatMayNotCallOff) {
  StateDriver game(kThreePeople);
  game.Resign(2);
  EXPECT_THAT(game.TryAbandon(2), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  game.Abandon(0);
}

// Whoever undoes a lost game to its beginning still cannot call it off.
TEST(GameStateEndTest, MovesThatWereTakenBackWereMoves) {
  StateDriver game;
  game.PlayAll({"b2", "a1"});
  game.Undo(0);
  game.Undo(0);
  EXPECT_THAT(game.TryAbandon(1), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
}

// --- Being final ---

TEST(GameStateEndTest, NothingBesideTheBoardPutsTheFinalResultOff) {
  StateDriver game("", {.final_after = absl::Seconds(45)});
  game.PlayAll(kWin);
  const std::optional<int64_t> due = game.state().final_due();
  game.PassTime(30'000);
  game.RenewCredential(0);
  EXPECT_EQ(game.state().final_due(), due);
  game.Undo(1);
  EXPECT_EQ(game.state().final_due(), std::nullopt);
}

TEST(GameStateEndTest, ResultOnTheBoardBecomesFinalLater) {
  for (const auto& moves : {kWin, kDraw}) {
    StateDriver game("", {.final_after = absl::Seconds(45)});
    EXPECT_EQ(game.state().final_due(), std::nullopt);
    game.PlayAll(moves);
    EXPECT_EQ(game.events().back().game_finished().final_at(), At(absl::Seconds(45)));
    EXPECT_EQ(game.state().final_due(), game.game_time() + 45'000);
    const bool won = game.state().game().outcome().winner == 0;
    const EventGroup group = game.Finalise();
    EXPECT_THAT(TextsOf(group), ElementsAre("game final"));
    EXPECT_EQ(group[0].actor(), "");
    EXPECT_EQ(group[0].game_final().winner(), won ? "X" : "");
    EXPECT_EQ(game.state().final_due(), std::nullopt);
    ExpectClosed(game);
  }
}

TEST(GameStateEndTest, ResultMayBeFinalAtOnce) {
  StateDriver game("", {.final_after = absl::ZeroDuration()});
  game.PlayAll(kWin);
  EXPECT_EQ(game.events().back().text(), "game final");
  ExpectClosed(game);
}

TEST(GameStateEndTest, StaleFinaliseIsRefused) {
  StateDriver game;
  EXPECT_THAT(game.TryFinalise(game.state().position_sequence()),
              HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  game.PlayAll(kWin);
  const int64_t first_end = game.state().position_sequence();
  game.Undo(0);
  EXPECT_THAT(game.TryFinalise(first_end), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  game.Redo(0);
  EXPECT_THAT(game.TryFinalise(first_end), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  const int64_t second_end = game.state().position_sequence();
  EXPECT_TRUE(game.TryFinalise(second_end).ok());
  EXPECT_EQ(game.state().position_sequence(), second_end) << "the position did not change";
  ExpectClosed(game);
}

TEST(GameStateEndTest, GameOfBotsIsFinalAtOnce) {
  StateDriver game("seats { bot { kind: 'random' } } seats { bot { kind: 'random' } }");
  game.PlayAll({"a1", "b1", "b2", "c1"});
  const EventGroup group = game.Play("c3");
  EXPECT_THAT(TextsOf(group), ElementsAre("X plays X at (2,2)", "X wins", "game final"));
  EXPECT_EQ(group[1].game_finished().final_at(), group[1].time());
  ExpectClosed(game);
}

// Nobody is left who could take the result back.
TEST(GameStateEndTest, GameThatOnlyBotsFinishIsFinalAtOnce) {
  StateDriver game(
      "seats {} seats { bot { kind: 'random' } } seats { bot { kind: 'random' } } "
      "parameters { key: 'size' value: '3' }");
  game.Resign(0);
  game.PlayAll(kWin);
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "O");
  ExpectClosed(game);
}

// A bot's own move decides right after a resignation: undo would have to cross that.
TEST(GameStateEndTest, EndThatNoUndoReachesWaitsForARematch) {
  StateDriver game(
      "seats { bot { kind: 'random' } } seats {} seats {} parameters { key: 'size' value: '3' }");
  game.PlayAll({"a1", "a2", "a3", "b1", "b2", "b3"});
  game.Resign(2);
  game.Play("c1");
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  EXPECT_FALSE(game.state().final()) << "two people may want to play again";
  game.Finalise();
  ExpectClosed(game);
}

TEST(GameStateEndTest, EndThatNobodyCanFollowUpIsFinalAtOnce) {
  StateDriver game(
      "undo: UNDO_POLICY_NEVER seats {} seats { bot { kind: 'random' } } "
      "parameters { key: 'size' value: '3' }");
  game.PlayAll(kWin);
  ExpectClosed(game);
}

TEST(GameStateEndTest, WithoutUndoTwoPeopleMayStillWantToPlayAgain) {
  StateDriver game("undo: UNDO_POLICY_NEVER");
  game.PlayAll(kWin);
  EXPECT_FALSE(game.state().final());
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  game.Finalise();
  ExpectClosed(game);
}

// --- Turn limit ---

TEST(GameStateEndTest, MoveThatReachesTheTurnLimitEndsTheGame) {
  StateDriver game("turn_limit: 3");
  game.PlayAll({"a1", "b1"});
  const EventGroup group = game.Play("c1");
  EXPECT_THAT(TextsOf(group), ElementsAre("X plays X at (0,2)", "abandoned: turn limit reached"));
  EXPECT_EQ(group[1].actor(), "X");
  EXPECT_EQ(group[1].game_finished().winner(), "");
  EXPECT_EQ(group[1].game_finished().end_reason(), v1::END_REASON_TURN_LIMIT);
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kTurnLimit, "");
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_GAME_OVER));
  game.Finalise();
  ExpectClosed(game);
}

TEST(GameStateEndTest, BoardIsJudgedBeforeTheTurnLimit) {
  StateDriver won("turn_limit: 5");
  won.PlayAll(kWin);
  won.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  won.Undo(0);

  StateDriver drawn("turn_limit: 9");
  drawn.PlayAll(kDraw);
  drawn.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kBoard, "");
}

TEST(GameStateEndTest, UndoneTurnsDoNotCount) {
  StateDriver game("turn_limit: 3");
  for (int i = 0; i < 5; ++i) {
    game.PlayAll({"a1", "b1"});
    game.Undo(0);
    game.Undo(0);
  }
  game.ExpectTurn("X", 0);
}

TEST(GameStateEndTest, LimitOfTheServerEndsAGameWithoutOne) {
  StateDriver game("", {}, /*max_plies=*/4);
  game.PlayAll({"a1", "b1", "c1", "a2"});
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kTurnLimit, "");
}

// --- Event limit ---

constexpr int kMaxEvents = 200;
// What the last events are kept for: 100 for moves and ends, of these 10 for ends alone.
constexpr int kKeptForMoves = 100;
constexpr int kKeptForEnds = 10;

// A large board for eight, filled with undo and redo up to where only moves and ends have room.
class EventLimitTest : public ::testing::Test {
 protected:
  EventLimitTest() {
    game_.Play("a1");
    for (;;) {
      if (!game_.TryUndo(0).ok() || !game_.TryRedo(0).ok()) break;
    }
  }

  void ExpectLimitReached(const absl::StatusOr<EventGroup>& group) {
    EXPECT_THAT(group, HasReason(v1::ERROR_REASON_LIMIT_REACHED));
    EXPECT_EQ(MetadataOf(group.status(), "limit"), "events_per_game");
    EXPECT_EQ(MetadataOf(group.status(), "value"), "200");
  }

  // Plays free cells until the game is over or `sequence` is reached, and returns what the last
  // move brought.
  EventGroup PlayUntil(int64_t sequence) {
    EventGroup group;
    while (!game_.state().game().over() && game_.state().sequence() < sequence) {
      const std::string cell =
          std::string(1, static_cast<char>('a' + place_ % 20)) + std::to_string(2 + place_ / 20);
      group = game_.Play(cell);
      ++place_;
    }
    return group;
  }

  StateDriver game_{
      "seats {} seats {} seats {} seats {} seats {} seats {} seats {} seats {} "
      "parameters { key: 'size' value: '20' }",
      {.max_events = kMaxEvents}};
  int place_ = 0;
};

TEST_F(EventLimitTest, UndoAndRedoLeaveRoomForMovesAndEnds) {
  const int64_t most = kMaxEvents - kKeptForMoves;
  EXPECT_LE(game_.state().sequence(), most);
  EXPECT_GE(game_.state().sequence(), most - 2);
  ASSERT_EQ(game_.state().game().cursor().turns, 0);
  ExpectLimitReached(game_.TryRedo(0));
}

TEST_F(EventLimitTest, UndoStopsWhereMovesGoOn) {
  absl::StatusOr<EventGroup> undo;
  do {
    game_.Play("b1");
    undo = game_.TryUndo(0);
  } while (undo.ok());
  ExpectLimitReached(undo);
  EXPECT_EQ(game_.state().sequence(), kMaxEvents - kKeptForMoves + 1) << "the move that went on";
}

// No seat, and so no bot, is ever to move where its move cannot be told any more.
TEST_F(EventLimitTest, MoveAfterWhichNoOtherFitsEndsTheGame) {
  const int64_t before = game_.state().sequence();
  const EventGroup group = PlayUntil(kMaxEvents);
  ASSERT_EQ(group.size(), 2u);
  EXPECT_EQ(group[1].text(), "abandoned: turn limit reached");
  EXPECT_EQ(group[1].actor(), group[0].actor());
  EXPECT_EQ(group[1].game_finished().end_reason(), v1::END_REASON_TURN_LIMIT);
  EXPECT_GT(game_.state().sequence(), before + 80);
  EXPECT_LE(game_.state().sequence(), kMaxEvents - kKeptForEnds);
  game_.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kTurnLimit, "");
  game_.Finalise();
  ExpectClosed(game_);
}

TEST_F(EventLimitTest, ResignationAfterWhichNoMoveFitsEndsTheGame) {
  PlayUntil(kMaxEvents - kKeptForEnds - 3);
  ASSERT_FALSE(game_.state().game().over());
  EXPECT_THAT(TextsOf(game_.Resign(3)), ElementsAre("B resigns", "abandoned: turn limit reached"));
  game_.Finalise();
  ExpectClosed(game_);
}

TEST(GameStateEndTest, FullGameCanStillBeCalledOff) {
  StateDriver game("", {.max_events = kMaxEvents});
  game.Play("a1");
  while (game.TryUndo(0).ok() && game.TryRedo(0).ok()) {
  }
  EXPECT_GE(game.state().sequence(), kMaxEvents - kKeptForMoves - 2);
  game.Abandon(1);
  ExpectClosed(game);
}

TEST(GameStateEndTest, FullGameCanStillBeWonAndBecomeFinal) {
  StateDriver game("", {.max_events = kMaxEvents});
  game.PlayAll({"a1", "b1", "b2", "c1"});
  while (game.TryUndo(1).ok() && game.TryRedo(1).ok()) {
  }
  if (game.state().game().cursor().turns == 3) game.Play("c1");
  game.Play("c3");
  game.Finalise();
  ExpectClosed(game);
}

}  // namespace
}  // namespace meeple::service

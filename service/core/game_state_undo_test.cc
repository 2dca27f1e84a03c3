// Undo and redo of a game online: who may, how far, what is told.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/core/game_state.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

constexpr char kBotFirst[] = "seats { bot { kind: 'random' } } seats {}";
constexpr char kBotInTheMiddle[] = "seats {} seats { bot { kind: 'random' } } seats {}";
constexpr char kTwoBots[] =
    "seats {} seats { bot { kind: 'random' } } seats { bot { kind: 'random' } }";

// --- Between people ---

TEST(GameStateUndoTest, AnySeatTakesBackTheLastMove) {
  for (engine::SeatIndex seat : {0, 1}) {
    StateDriver game;
    game.PlayAll({"a1", "b2"});
    const EventGroup group = game.Undo(seat);
    ASSERT_EQ(group.size(), 1u);
    EXPECT_EQ(group[0].actor(), seat == 0 ? "X" : "O");
    EXPECT_EQ(group[0].turn(), 1);
    const v1::Move& move = group[0].move_undone().move();
    EXPECT_EQ(move.number(), 2);
    EXPECT_EQ(move.player_id(), "O") << "the move is told with the player who made it";
    EXPECT_EQ(move.symbol(), "O");
    EXPECT_EQ(move.notation(), "b2");
    game.ExpectTurn("O", 1);
  }
}

TEST(GameStateUndoTest, UndoneMoveComesBack) {
  StateDriver game;
  game.PlayAll({"a1", "b2"});
  game.Undo(0);
  const EventGroup group = game.Redo(1);
  EXPECT_THAT(TextsOf(group), ElementsAre("redo: O plays O at (1,1)"));
  EXPECT_EQ(group[0].actor(), "O");
  EXPECT_EQ(group[0].turn(), 2);
  EXPECT_EQ(group[0].move_redone().move().number(), 2);
  EXPECT_EQ(group[0].move_redone().move().player_id(), "O");
  EXPECT_EQ(group[0].move_redone().move().notation(), "b2");
  game.ExpectTurn("X", 2);
}

TEST(GameStateUndoTest, GoesBackToTheStartAndForthToTheEnd) {
  StateDriver game;
  std::vector<std::string> boards = {game.Board()};
  for (const std::string& move : kDraw) {
    game.Play(move);
    boards.push_back(game.Board());
  }
  for (int turn = 8; turn >= 0; --turn) {
    game.Undo(turn % 2);
    EXPECT_EQ(game.Board(), boards[turn]);
  }
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  for (int turn = 0; turn < 9; ++turn) {
    EXPECT_EQ(game.Redo(turn % 2)[0].turn(), turn + 1);
    EXPECT_EQ(game.Board(), boards[turn + 1]);
  }
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_REDO));
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kBoard, "");
}

TEST(GameStateUndoTest, NothingToDoIsRefused) {
  StateDriver game;
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_REDO));
  game.Play("a1");
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_REDO));
}

TEST(GameStateUndoTest, RedoIsForTheSeatWhoseMoveComesBack) {
  StateDriver game(kThreePeople);
  game.PlayAll({"a1", "b1", "c1"});
  for (int i = 0; i < 3; ++i) game.Undo(0);
  for (engine::SeatIndex other : {1, 2}) {
    EXPECT_THAT(game.TryRedo(other), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  }
  game.Redo(0);
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  game.Redo(1);
  game.Redo(2);
  game.ExpectTurn("X", 3);
}

TEST(GameStateUndoTest, NewMoveMakesUndoneOnesForgotten) {
  StateDriver game;
  game.PlayAll({"a1", "b1", "c1"});
  game.Undo(0);
  game.Undo(0);
  game.Play("b2");
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_REDO));
  game.ExpectTurn("X", 2);
}

// --- Ends on the board ---

TEST(GameStateUndoTest, WinCanBeTakenBack) {
  for (engine::SeatIndex seat : {0, 1}) {
    StateDriver game;
    game.PlayAll(kWin);
    const EventGroup group = game.Undo(seat);
    EXPECT_EQ(group.size(), 1u);
    EXPECT_EQ(group[0].cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
    game.ExpectTurn("X", 4);
    game.Play("a2");
    game.ExpectTurn("O", 5);
  }
}

TEST(GameStateUndoTest, WinComesBackWithItsEnd) {
  StateDriver game;
  game.PlayAll(kWin);
  game.Undo(1);
  const EventGroup group = game.Redo(0);
  EXPECT_THAT(TextsOf(group), ElementsAre("redo: X plays X at (2,2)", "X wins"));
  EXPECT_EQ(group[1].game_finished().winner(), "X");
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
}

TEST(GameStateUndoTest, DrawCanBeTakenBackAndComesBack) {
  StateDriver game;
  game.PlayAll(kDraw);
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kBoard, "");
  game.Undo(1);
  game.ExpectTurn("X", 8);
  const EventGroup group = game.Redo(0);
  EXPECT_THAT(TextsOf(group), ElementsAre("redo: X plays X at (2,2)", "draw"));
  EXPECT_EQ(group[1].game_finished().winner(), "");
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kBoard, "");
}

TEST(GameStateUndoTest, FinalResultStands) {
  StateDriver game;
  game.PlayAll(kWin);
  game.Finalise();
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryRedo(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
  }
}

// --- After a resignation ---

TEST(GameStateUndoTest, UndoNeverCrossesAResignation) {
  StateDriver game(kThreePeople);
  game.PlayAll({"a1", "b1", "c1"});
  game.Undo(2);
  game.Resign(1);
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  EXPECT_THAT(game.TryRedo(2), HasReason(v1::ERROR_REASON_NOTHING_TO_REDO));
  game.Play("c3");
  game.Undo(0);
  game.ExpectTurn("A", 2);
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  game.Redo(2);
}

TEST(GameStateUndoTest, SeatThatResignedHasNoSay) {
  StateDriver game(kThreePeople);
  game.Resign(1);
  game.Play("a1");
  EXPECT_THAT(game.TryUndo(1), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  game.Undo(0);
  EXPECT_THAT(game.TryRedo(1), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
}

// --- With bots: back to a person's own turn ---

TEST(GameStateUndoTest, UndoTakesBackTheBotsAnswerToo) {
  StateDriver game(kBotSecond);
  game.PlayAll({"a1", "b1"});
  const EventGroup group = game.Undo(0);
  ASSERT_EQ(group.size(), 2u);
  EXPECT_EQ(group[0].move_undone().move().player_id(), "O");
  EXPECT_EQ(group[0].move_undone().move().number(), 2);
  EXPECT_EQ(group[0].turn(), 1);
  EXPECT_EQ(group[1].move_undone().move().player_id(), "X");
  EXPECT_EQ(group[1].move_undone().move().number(), 1);
  EXPECT_EQ(group[1].turn(), 0);
  game.ExpectTurn("X", 0);
  EXPECT_EQ(game.state().BotToMove(), std::nullopt);
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));

  EXPECT_THAT(TextsOf(game.Redo(0)),
              ElementsAre("redo: X plays X at (0,0)", "redo: O plays O at (0,1)"));
  game.ExpectTurn("X", 2);
}

TEST(GameStateUndoTest, UndoWhileTheBotThinksTakesBackOneMove) {
  StateDriver game(kBotSecond);
  game.PlayAll({"a1", "b1", "c1"});
  EXPECT_EQ(game.Undo(0).size(), 1u);
  game.ExpectTurn("X", 2);
  EXPECT_EQ(game.Redo(0).size(), 1u) << "the bot has not answered yet";
  EXPECT_EQ(game.state().BotToMove(), 1);
}

TEST(GameStateUndoTest, SeveralUndosAndRedosGoTurnByTurn) {
  StateDriver game(kBotSecond);
  game.PlayAll({"a1", "b1", "a3", "a2"});
  game.Undo(0);
  game.Undo(0);
  game.ExpectTurn("X", 0);
  EXPECT_EQ(game.Redo(0).size(), 2u);
  game.ExpectTurn("X", 2);
  EXPECT_EQ(game.Redo(0).size(), 2u);
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_REDO));
}

TEST(GameStateUndoTest, WinOfABotCanBeTakenBack) {
  StateDriver game(kBotSecond);
  game.PlayAll({"a1", "b1", "c1", "b2", "a2", "b3"});
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "O");
  EXPECT_EQ(game.Undo(0).size(), 2u);
  game.ExpectTurn("X", 4);
  EXPECT_THAT(TextsOf(game.Redo(0)),
              ElementsAre("redo: X plays X at (1,0)", "redo: O plays O at (2,1)", "O wins"));
}

TEST(GameStateUndoTest, WinAgainstABotCanBeTakenBack) {
  StateDriver game(kBotSecond);
  game.PlayAll(kWin);
  EXPECT_EQ(game.Undo(0).size(), 1u);
  game.ExpectTurn("X", 4);
}

TEST(GameStateUndoTest, FirstMoveOfABotStands) {
  StateDriver game(kBotFirst);
  EXPECT_THAT(game.TryUndo(1), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  game.Play("a1");
  EXPECT_THAT(game.TryUndo(1), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  game.PlayAll({"b1", "c1"});
  EXPECT_EQ(game.Undo(1).size(), 2u);
  game.ExpectTurn("O", 1);
  EXPECT_THAT(game.TryUndo(1), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  EXPECT_EQ(game.Redo(1).size(), 2u);
  game.ExpectTurn("O", 3);
}

// People 0 and 2, a bot between them.
TEST(GameStateUndoTest, UndoGoesToTheNearestTurnOfAPerson) {
  StateDriver game(kBotInTheMiddle);
  game.PlayAll({"a1", "b1", "c1"});
  EXPECT_EQ(game.Undo(0).size(), 1u) << "the person before was person 2";
  game.ExpectTurn("A", 2);
  EXPECT_EQ(game.Undo(2).size(), 2u) << "the bot and person 0";
  game.ExpectTurn("X", 0);
  EXPECT_THAT(game.TryRedo(2), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  EXPECT_EQ(game.Redo(0).size(), 2u);
  game.ExpectTurn("A", 2);
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  EXPECT_EQ(game.Redo(2).size(), 1u);
  game.ExpectTurn("X", 3);
}

TEST(GameStateUndoTest, UndoTakesBackAllBotsInARow) {
  StateDriver game(kTwoBots);
  game.PlayAll({"a1", "b1", "c1", "a2", "b2"});
  EXPECT_EQ(game.state().BotToMove(), 2);
  EXPECT_EQ(game.Undo(0).size(), 2u) << "bot 1 and the person, while bot 2 thinks";
  game.ExpectTurn("X", 3);
  EXPECT_EQ(game.Undo(0).size(), 3u);
  game.ExpectTurn("X", 0);
  EXPECT_EQ(game.Redo(0).size(), 3u);
  EXPECT_EQ(game.Redo(0).size(), 2u);
  EXPECT_EQ(game.state().BotToMove(), 2);
}

// --- Own last move ---

TEST(OwnLastMoveTest, OnlyTheLastMoverTakesBack) {
  StateDriver game("undo: UNDO_POLICY_OWN_LAST_MOVE");
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  }
  game.PlayAll({"a1", "b1"});
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  game.Undo(1);
  game.ExpectTurn("O", 1);
  EXPECT_THAT(game.TryUndo(1), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED)) << "X's move";
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  game.Redo(1);
  game.ExpectTurn("X", 2);
}

TEST(OwnLastMoveTest, WhatBotsPlayedSinceGoesWithIt) {
  StateDriver game(
      "undo: UNDO_POLICY_OWN_LAST_MOVE seats {} seats { bot { kind: 'random' } } seats {}");
  game.PlayAll({"a1", "b1"});
  EXPECT_THAT(game.TryUndo(2), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  EXPECT_EQ(game.Undo(0).size(), 2u);
  game.ExpectTurn("X", 0);
}

TEST(OwnLastMoveTest, TheWinnerTakesTheWinBack) {
  StateDriver game("undo: UNDO_POLICY_OWN_LAST_MOVE");
  game.PlayAll(kWin);
  EXPECT_THAT(game.TryUndo(1), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  game.Undo(0);
  game.ExpectTurn("X", 4);
  game.Redo(0);
  game.Finalise();
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_GAME_OVER)) << "the end comes first";
}

}  // namespace
}  // namespace meeple::service

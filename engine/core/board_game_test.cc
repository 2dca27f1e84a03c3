#include "engine/core/board_game.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/rendering.h"
#include "engine/testing/fake_game.h"

namespace meeple::engine {
namespace {

const std::vector<Player> kThree = {{"ann", 'A'}, {"ben", 'B'}, {"cem", 'C'}};

class BoardGameTest : public ::testing::Test {
 protected:
  BoardGameTest() { Begin(3, 7); }

  void Begin(int seats, int places, int turn_limit = 0) {
    const std::vector<Player> players(kThree.begin(), kThree.begin() + seats);
    game_ = std::make_unique<FakeGame>(players, GameOptions{.turn_limit = turn_limit}, places);
    game_->Start();
  }

  // Plays for the seat to move.
  void Play(int place) {
    const auto refusal = game_->Submit(game_->cursor().turn_index, FakeGame::Place(place));
    ASSERT_FALSE(refusal.has_value()) << refusal->message;
  }

  void ExpectTurn(const std::string& id, int turns) {
    EXPECT_EQ(game_->cursor().status, GameStatus::kInProgress);
    EXPECT_EQ(game_->players()[game_->cursor().turn_index].id, id);
    EXPECT_EQ(game_->cursor().turns, turns);
  }

  void ExpectRefused(const std::optional<Refusal>& refusal, RefusalReason reason) {
    ASSERT_TRUE(refusal.has_value());
    EXPECT_EQ(refusal->reason, reason) << refusal->message;
    EXPECT_FALSE(refusal->message.empty());
  }

  void ExpectText(const std::string& text) { EXPECT_EQ(RenderGame(*game_), text); }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(BoardGameTest, TurnsRotate) {
  ExpectTurn("ann", 0);
  Play(1);
  ExpectTurn("ben", 1);
  Play(2);
  ExpectTurn("cem", 2);
  Play(3);
  ExpectTurn("ann", 3);
}

TEST_F(BoardGameTest, GameMayRotateItsOwnWay) {
  Play(0);
  ExpectTurn("ann", 1);
  Play(1);
  ExpectTurn("ben", 2);
}

TEST_F(BoardGameTest, AnySeatMayMoveFirstAndTheOthersFollow) {
  FakeGame game(kThree, {.first_seat = 1}, 7);
  EXPECT_EQ(game.cursor().turn_index, 1);
  game.Start();
  for (const SeatIndex seat : {1, 2, 0, 1}) {
    ASSERT_EQ(game.cursor().turn_index, seat);
    game.ApplyUnchecked(game.LegalMoves().back());
  }
  for (int turn = 0; turn < 4; ++turn) game.Undo();
  EXPECT_EQ(game.cursor().turn_index, 1);
  EXPECT_EQ(game.NewGame()->cursor().turn_index, 1);
}

TEST_F(BoardGameTest, ASeatGetsAnotherPlayerBeforeTheStart) {
  FakeGame game(kThree, {}, 7);
  game.SetPlayerId(1, "zoe");
  EXPECT_EQ(game.players()[1], (Player{.id = "zoe", .symbol = kThree[1].symbol}));
  EXPECT_EQ(game.NewGame()->players(), game.players());
}

TEST_F(BoardGameTest, NothingIsPlayedBeforeTheStart) {
  const FakeGame game(kThree, {}, 7);
  ExpectRefused(game.Check(0, FakeGame::Place(1)), RefusalReason::kNotStarted);
  ExpectRefused(game.CheckUndo(), RefusalReason::kNotStarted);
  ExpectRefused(game.CheckRedo(), RefusalReason::kNotStarted);
  EXPECT_TRUE(game.LegalMoves().empty());
  std::unique_ptr<BoardGame> unstarted = game.NewGame();
  ExpectRefused(unstarted->Submit(0, FakeGame::Place(1)), RefusalReason::kNotStarted);
  ExpectRefused(unstarted->Resign(0), RefusalReason::kNotStarted);
}

// Each row breaks one rule and all later ones: the first decides.
TEST_F(BoardGameTest, ChecksHaveAnOrder) {
  Begin(2, 7);
  Play(1);
  const Move off_board = FakeGame::Place(7);
  ExpectRefused(game_->Submit(0, off_board), RefusalReason::kNotYourTurn);
  ExpectRefused(game_->Submit(-1, off_board), RefusalReason::kNotYourTurn);
  ExpectRefused(game_->Submit(8, off_board), RefusalReason::kNotYourTurn);
  ExpectRefused(game_->Submit(1, Move::InColumn(99)), RefusalReason::kWrongForm);
  ExpectRefused(game_->Submit(1, off_board), RefusalReason::kOutsideBoard);
  ExpectRefused(game_->Submit(1, FakeGame::Place(1)), RefusalReason::kCellTaken);
  for (int place : {2, 3, 4, 5}) Play(place);
  ASSERT_EQ(game_->cursor().status, GameStatus::kWon);
  ExpectRefused(game_->Submit(1, off_board), RefusalReason::kGameOver);
}

TEST_F(BoardGameTest, RefusedMoveLeavesNoTrace) {
  Play(1);
  const std::string before = RenderGame(*game_);
  ExpectRefused(game_->Submit(1, FakeGame::Place(1)), RefusalReason::kCellTaken);
  EXPECT_EQ(RenderGame(*game_), before);
  ExpectTurn("ben", 1);
  EXPECT_EQ(game_->log().standing().size(), 1u);
}

TEST_F(BoardGameTest, WinKeepsTheLastMover) {
  Begin(2, 7);
  for (int place : {1, 2, 3, 4, 5}) Play(place);
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kWon, 0, 5}));
  EXPECT_EQ(game_->outcome(), (Outcome{0, EndReason::kBoard}));
  EXPECT_TRUE(game_->LegalMoves().empty());
}

TEST_F(BoardGameTest, FullBoardIsADraw) {
  Begin(2, 4);
  for (int place : {1, 2, 3, 0}) Play(place);
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kDrawn, 1, 4}));
  EXPECT_EQ(game_->outcome(), (Outcome{kNoSeat, EndReason::kBoard}));
}

TEST_F(BoardGameTest, UndoAndRedoGoAllTheWay) {
  std::vector<std::string> texts = {RenderGame(*game_)};
  for (int place : {0, 4, 2, 3, 1}) {
    Play(place);
    texts.push_back(RenderGame(*game_));
  }
  for (int turn = 4; turn >= 0; --turn) {
    EXPECT_FALSE(game_->Undo().has_value());
    ExpectText(texts[turn]);
  }
  ExpectRefused(game_->Undo(), RefusalReason::kNothingToUndo);
  for (int turn = 1; turn <= 5; ++turn) {
    EXPECT_FALSE(game_->Redo().has_value());
    ExpectText(texts[turn]);
  }
  ExpectRefused(game_->Redo(), RefusalReason::kNothingToRedo);
  ExpectText(texts[5]);
}

TEST_F(BoardGameTest, UndoOfAWinGoesOn) {
  Begin(2, 7);
  for (int place : {1, 2, 3, 4, 5}) Play(place);
  EXPECT_FALSE(game_->Undo().has_value());
  ExpectTurn("ann", 4);
  EXPECT_EQ(game_->outcome(), Outcome{});
  EXPECT_FALSE(game_->Redo().has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
  EXPECT_FALSE(game_->Undo().has_value());
  Play(5);
  EXPECT_EQ(game_->outcome().winner, 0);
}

TEST_F(BoardGameTest, NewMoveForgetsRedo) {
  Play(1);
  Play(2);
  EXPECT_FALSE(game_->Undo().has_value());
  Play(3);
  ExpectRefused(game_->Redo(), RefusalReason::kNothingToRedo);
}

TEST_F(BoardGameTest, TurnLimitAbandons) {
  Begin(2, 7, 3);
  for (int place : {1, 2, 3}) Play(place);
  EXPECT_EQ(game_->cursor().status, GameStatus::kAbandoned);
  EXPECT_EQ(game_->outcome(), (Outcome{kNoSeat, EndReason::kTurnLimit}));
  ExpectRefused(game_->Submit(1, FakeGame::Place(4)), RefusalReason::kGameOver);
  ExpectRefused(game_->Undo(), RefusalReason::kGameOver);
  ExpectRefused(game_->Redo(), RefusalReason::kGameOver);
}

TEST_F(BoardGameTest, BoardIsJudgedBeforeTheTurnLimit) {
  Begin(2, 7, 5);
  for (int place : {1, 2, 3, 4, 5}) Play(place);
  EXPECT_EQ(game_->cursor().status, GameStatus::kWon);
  EXPECT_FALSE(game_->Undo().has_value());
}

TEST_F(BoardGameTest, ResignationOfTwoEndsTheGame) {
  Begin(2, 7);
  Play(1);
  EXPECT_FALSE(game_->Resign(0).has_value());
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kAbandoned, 1, 1}));
  EXPECT_EQ(game_->outcome(), (Outcome{1, EndReason::kResignation}));
  ExpectRefused(game_->Undo(), RefusalReason::kGameOver);
  ExpectRefused(game_->Resign(1), RefusalReason::kGameOver);
  ExpectRefused(game_->Abandon(), RefusalReason::kGameOver);
}

TEST_F(BoardGameTest, WhoeverIsTakenOutGivesTheReasonForTheEnd) {
  Begin(3, 7);
  EXPECT_FALSE(game_->Resign(0, EndReason::kTime).has_value());
  EXPECT_FALSE(game_->over());
  EXPECT_FALSE(game_->Resign(2, EndReason::kForfeit).has_value());
  EXPECT_EQ(game_->outcome(), (Outcome{1, EndReason::kForfeit}));
  ASSERT_EQ(game_->log().resignations().size(), 2u);
  EXPECT_EQ(game_->log().resignations()[0].reason, EndReason::kTime);
}

TEST_F(BoardGameTest, ResignationOfOneAloneHasNoWinner) {
  Begin(1, 7);
  EXPECT_FALSE(game_->Resign(0).has_value());
  EXPECT_EQ(game_->outcome(), (Outcome{kNoSeat, EndReason::kResignation}));
}

TEST_F(BoardGameTest, ResignationOnTurnPassesTheTurn) {
  EXPECT_FALSE(game_->Resign(0).has_value());
  ExpectTurn("ben", 0);
  EXPECT_FALSE(game_->IsPlaying(0));
  ExpectRefused(game_->Submit(0, FakeGame::Place(1)), RefusalReason::kNotYourTurn);
  Play(1);
  Play(2);
  ExpectTurn("ben", 2);
}

TEST_F(BoardGameTest, ResignationOffTurnKeepsTheTurn) {
  Play(1);
  Play(2);
  ExpectTurn("cem", 2);
  EXPECT_FALSE(game_->Resign(0).has_value());
  ExpectTurn("cem", 2);
  Play(3);
  ExpectTurn("ben", 3);
}

TEST_F(BoardGameTest, NobodyResignsTwice) {
  EXPECT_FALSE(game_->Resign(1).has_value());
  const std::optional<Refusal> refusal = game_->Resign(1);
  ExpectRefused(refusal, RefusalReason::kIllegalMove);
  EXPECT_EQ(refusal->rule, "already_resigned");
}

TEST_F(BoardGameTest, UndoNeverCrossesAResignation) {
  Play(1);
  Play(2);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_FALSE(game_->Resign(2).has_value());
  ExpectRefused(game_->Undo(), RefusalReason::kNothingToUndo);
  ExpectRefused(game_->Redo(), RefusalReason::kNothingToRedo);
  Play(3);
  ExpectTurn("ann", 2);
  EXPECT_FALSE(game_->Undo().has_value());
  ExpectTurn("ben", 1);
  ExpectRefused(game_->Undo(), RefusalReason::kNothingToUndo);
}

TEST_F(BoardGameTest, UndoNeverCrossesASealedOpening) {
  Play(1);
  game_->SealHistory();
  ExpectRefused(game_->Undo(), RefusalReason::kNothingToUndo);
  Play(2);
  EXPECT_FALSE(game_->Undo().has_value());
  ExpectTurn("ben", 1);
}

TEST_F(BoardGameTest, AbandonEndsWithoutAWinner) {
  Play(1);
  EXPECT_FALSE(game_->Abandon().has_value());
  EXPECT_EQ(game_->cursor().status, GameStatus::kAbandoned);
  EXPECT_EQ(game_->outcome(), (Outcome{kNoSeat, EndReason::kAbandoned}));
  ExpectRefused(game_->Undo(), RefusalReason::kGameOver);
}

TEST_F(BoardGameTest, AbandonForWantOfRoomIsTheTurnLimit) {
  Play(1);
  EXPECT_FALSE(game_->Abandon(EndReason::kTurnLimit).has_value());
  EXPECT_EQ(game_->outcome(), (Outcome{kNoSeat, EndReason::kTurnLimit}));
  ExpectRefused(game_->Undo(), RefusalReason::kGameOver);
}

TEST_F(BoardGameTest, AbandonWorksBeforeTheStart) {
  std::unique_ptr<BoardGame> unstarted = game_->NewGame();
  EXPECT_FALSE(unstarted->Abandon().has_value());
  EXPECT_TRUE(unstarted->over());
}

TEST_F(BoardGameTest, CopiesShareNothing) {
  Play(1);
  Play(2);
  const std::string before = RenderGame(*game_);
  std::unique_ptr<BoardGame> copy = game_->CopyPosition();
  EXPECT_EQ(RenderGame(*copy), before);
  ExpectRefused(copy->Undo(), RefusalReason::kNothingToUndo);
  copy->ApplyUnchecked(FakeGame::Place(3));
  EXPECT_FALSE(copy->Undo().has_value());
  ExpectRefused(copy->Undo(), RefusalReason::kNothingToUndo);

  std::unique_ptr<BoardGame> clone = game_->Clone();
  EXPECT_FALSE(clone->Undo().has_value());
  EXPECT_FALSE(clone->Undo().has_value());
  EXPECT_EQ(clone->cursor().turns, 0);
  EXPECT_EQ(RenderGame(*game_), before);
  EXPECT_EQ(game_->log().standing().size(), 2u);
}

TEST_F(BoardGameTest, NewGameIsOfTheSameRules) {
  Begin(2, 4, 9);
  Play(1);
  std::unique_ptr<BoardGame> fresh = game_->NewGame();
  EXPECT_EQ(fresh->cursor(), TurnCursor{});
  EXPECT_EQ(fresh->players(), game_->players());
  EXPECT_EQ(fresh->options().turn_limit, 9);
  EXPECT_EQ(RenderGame(*fresh), "not started\n.|.|.|.\nlast: 99");
}

}  // namespace
}  // namespace meeple::engine

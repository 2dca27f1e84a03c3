// What comes of offers that players agree on beside draws: undos by consent, and rematches.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "service/core/game_state.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/offers.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

// --- Undo by consent ---

TEST(OffersTest, ByConsentNobodyTakesBackAlone) {
  StateDriver game(kConsent);
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
    EXPECT_THAT(game.TryOffer(seat, {.kind = kUndoOffer}),
                HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  }
  game.Play("a1");
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  EXPECT_THAT(game.TryOffer(1, {.kind = kUndoOffer}), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO))
      << "no move of theirs stands";
  EXPECT_THAT(TextsOf(game.Offer(0, kUndoOffer)), ElementsAre("X asks to take back"));
  const EventGroup group = game.Accept(1);
  EXPECT_THAT(TextsOf(group), ElementsAre("O agrees to the undo", "undo: X takes back (0,0)"));
  EXPECT_EQ(group[1].actor(), "X") << "who wanted it";
  game.ExpectTurn("X", 0);
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
}

TEST(OffersTest, OnTheirOwnTurnAnUndoIsOfTwoMoves) {
  StateDriver game(kConsent);
  game.PlayAll({"a1", "b1"});
  const EventGroup made = game.Offer(0, kUndoOffer);
  EXPECT_THAT(made[0].offer_made().offer().awaited_seats(), ElementsAre(1));
  EXPECT_EQ(game.Accept(1).size(), 3u);
  game.ExpectTurn("X", 0);
}

// Each speaks of another turn: who asks for their own has not agreed to the other one.
TEST(OffersTest, TwoWhoAskForAnUndoAtOnceHaveAgreedToNeither) {
  StateDriver game(kConsent);
  game.PlayAll({"a1", "b1", "a2"});
  const int64_t first = game.Offer(0, kUndoOffer)[0].sequence();
  EXPECT_THAT(TextsOf(game.Offer(1, kUndoOffer)), ElementsAre("O asks to take back"));
  game.ExpectTurn("O", 3);
  const EventGroup group = game.TryAnswer(1, first, v1::OFFER_ANSWER_ACCEPT).value();
  EXPECT_EQ(AnswerIn(group[0]).outcome(), v1::OFFER_OUTCOME_ACCEPTED);
  game.ExpectTurn("X", 2);
  ExpectNothingOpen(game);
}

TEST(OffersTest, AMoveAnswersAnUndo) {
  StateDriver game(kConsent);
  game.Play("a1");
  game.Offer(0, kUndoOffer);
  EXPECT_EQ(AnswerIn(game.Play("b1")[1]).outcome(), v1::OFFER_OUTCOME_DECLINED);
  game.Offer(0, kUndoOffer);
  const EventGroup group = game.Play("c1");
  EXPECT_THAT(TextsOf(group), ElementsAre("X plays X at (0,2)", "X withdraws the undo"));
  ExpectNothingOpen(game);
}

TEST(OffersTest, AMoveOfWhoAgreedMakesAnUndoVoid) {
  StateDriver game(absl::StrCat(kConsent, kThreePeople));
  game.Play("a1");
  game.Offer(0, kUndoOffer);
  game.Accept(1);
  const EventGroup group = game.Play("b1");
  EXPECT_EQ(AnswerIn(group[1]).outcome(), v1::OFFER_OUTCOME_VOID);
  EXPECT_EQ(group[1].actor(), "");
}

TEST(OffersTest, AnUndoMakesADrawVoid) {
  StateDriver game(kConsent);
  game.Play("a1");
  game.Offer(1, kDrawOffer);
  game.Offer(0, kUndoOffer);
  EXPECT_THAT(TextsOf(game.Accept(1)),
              ElementsAre("O agrees to the undo", "undo: X takes back (0,0)",
                          "the draw that O offered is void"));
}

TEST(OffersTest, AWinIsTakenBackByConsent) {
  StateDriver game(kConsent);
  game.PlayAll(kWin);
  game.Offer(0, kUndoOffer);
  game.Accept(1);
  game.ExpectTurn("X", 4);
}

TEST(OffersTest, ABotAgreesToAnUndoAtOnce) {
  StateDriver game(absl::StrCat(kConsent, kBotSecond));
  game.PlayAll({"a1", "b1"});
  const EventGroup group = game.Offer(0, kUndoOffer);
  EXPECT_THAT(TextsOf(group), ElementsAre("X asks to take back", "O agrees to the undo",
                                          "undo: X takes back (0,1)", "undo: X takes back (0,0)"));
  game.ExpectTurn("X", 0);
}

TEST(OffersTest, ABotAgreesAndAPersonIsStillAsked) {
  StateDriver game(absl::StrCat(kConsent, "seats {} seats { bot { kind: 'random' } } seats {}"));
  game.Play("a1");
  const EventGroup made = game.Offer(0, kUndoOffer);
  EXPECT_EQ(AnswerIn(made[1]).outcome(), v1::OFFER_OUTCOME_PENDING);
  EXPECT_THAT(AnswerIn(made[1]).awaited_seats(), ElementsAre(2));
  game.Accept(2);
  game.ExpectTurn("X", 0);
}

TEST(OffersTest, UndoIsOfferedOnlyWhereConsentIsNeeded) {
  for (const char* policy : {"FREE", "OWN_LAST_MOVE", "NEVER"}) {
    StateDriver game(absl::StrCat("undo: UNDO_POLICY_", policy));
    game.Play("a1");
    EXPECT_THAT(game.TryOffer(0, {.kind = kUndoOffer}),
                HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  }
}

// --- Rematches ---

TEST(OffersTest, ARematchComesAfterTheGameAndMakesItFinal) {
  StateDriver game;
  game.Play("a1");
  EXPECT_THAT(game.TryOffer(0, {.kind = kRematchOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  game.Resign(0);
  EXPECT_THAT(TextsOf(game.Offer(0, kRematchOffer)), ElementsAre("X offers a rematch"));
  const EventGroup agreed = game.Accept(1);
  EXPECT_THAT(TextsOf(agreed), ElementsAre("O agrees to the rematch"));
  EXPECT_EQ(AnswerIn(agreed[0]).outcome(), v1::OFFER_OUTCOME_PENDING);
  EXPECT_THAT(AnswerIn(agreed[0]).awaited_seats(), ElementsAre());
  EXPECT_EQ(game.state().final_due(), game.game_time()) << "nothing else is waited for";
  EXPECT_THAT(game.TryFinalise(game.state().position_sequence()),
              HasReason(v1::ERROR_REASON_STALE_SEQUENCE));

  const auto made = game.TryConcludeRematch(kNextGame);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_THAT(TextsOf(*made), ElementsAre(absl::StrCat("rematch: game ", kNextGame), "game final"));
  EXPECT_EQ(AnswerIn((*made)[0]).outcome(), v1::OFFER_OUTCOME_ACCEPTED);
  EXPECT_EQ(AnswerIn((*made)[0]).next_game_id(), kNextGame);
  EXPECT_EQ(game.state().next_game_id(), kNextGame);
  EXPECT_TRUE(game.state().final());
  EXPECT_THAT(game.TryConcludeRematch(kNextGame), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  EXPECT_THAT(game.TryOffer(0, {.kind = kRematchOffer}), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(OffersTest, OnceAllAgreedOnARematchTheResultStands) {
  StateDriver game;
  game.PlayAll(kWin);
  game.Offer(0, kRematchOffer);
  const int64_t other =
      game.TryOffer(1, {.kind = kRematchOffer, .swap_seats = true}).value()[0].sequence();
  ASSERT_TRUE(game.TryAnswer(0, other, v1::OFFER_ANSWER_ACCEPT).ok());
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_GAME_OVER));
  EXPECT_THAT(game.TryRenewCredential(0), HasReason(v1::ERROR_REASON_GAME_OVER));
  EXPECT_THAT(game.TryAnswer(1, other - 1, v1::OFFER_ANSWER_ACCEPT),
              HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  const auto made = game.TryConcludeRematch(kNextGame);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_THAT(TextsOf(*made), ElementsAre(absl::StrCat("rematch: game ", kNextGame),
                                          "the rematch that X offered is void", "game final"));
}

TEST(OffersTest, TwoWhoOfferARematchAgreeOnOne) {
  StateDriver game;
  game.Resign(1);
  game.Offer(0, kRematchOffer);
  EXPECT_THAT(TextsOf(game.Offer(1, kRematchOffer)), ElementsAre("O agrees to the rematch"));
  EXPECT_NE(game.state().offers().AgreedRematch(), nullptr);
}

TEST(OffersTest, ARematchNeedsAllAlsoThoseWhoResigned) {
  StateDriver game("seats {} seats {} seats {} seats { bot { kind: 'random' } }");
  game.Resign(0);
  game.Resign(1);
  game.Resign(3);
  const EventGroup made = game.Offer(0, kRematchOffer);
  EXPECT_THAT(made[0].offer_made().offer().awaited_seats(), ElementsAre(1, 2, 3));
  EXPECT_THAT(AnswerIn(made[1]).awaited_seats(), ElementsAre(1, 2)) << "the bot agrees";
  game.Accept(2);
  EXPECT_EQ(game.state().offers().AgreedRematch(), nullptr);
  game.Accept(1);
  EXPECT_NE(game.state().offers().AgreedRematch(), nullptr);
}

TEST(OffersTest, ARematchExpiresWhenTheGameIsFinal) {
  StateDriver game;
  game.Resign(1);
  game.Pass(absl::Seconds(59));
  EXPECT_EQ(game.Offer(0, kRematchOffer)[0].offer_made().offer().expire_time(),
            At(absl::Seconds(60)));
  EXPECT_THAT(TextsOf(game.Finalise()),
              ElementsAre("the rematch that X offered has expired", "game final"));
}

TEST(OffersTest, AnUndoneEndMakesARematchVoid) {
  StateDriver game;
  game.PlayAll(kWin);
  game.Offer(0, kRematchOffer);
  EXPECT_THAT(TextsOf(game.Undo(1)),
              ElementsAre("undo: O takes back (2,2)", "the rematch that X offered is void"));
}

TEST(OffersTest, OnePersonAloneHasNoRematch) {
  StateDriver game(kBotSecond);
  game.PlayAll(kWin);
  EXPECT_THAT(game.TryOffer(0, {.kind = kRematchOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
}

TEST(OffersTest, OneRematchIsOfferedByASeat) {
  StateDriver game;
  game.Resign(1);
  game.Offer(0, kRematchOffer);
  game.Decline(1);
  for (const bool swap : {false, true}) {
    EXPECT_THAT(game.TryOffer(0, {.kind = kRematchOffer, .swap_seats = swap}),
                HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  }
}
}  // namespace
}  // namespace meeple::service

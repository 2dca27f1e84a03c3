// What players offer each other: who may, who has to agree, what comes of it, when it is over.

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

// --- Draws ---

TEST(OffersTest, ADrawIsOfferedAndAgreedOn) {
  StateDriver game;
  game.Play("a1");
  const EventGroup made = game.Offer(0, kDrawOffer);
  EXPECT_THAT(TextsOf(made), ElementsAre("X offers a draw"));
  EXPECT_EQ(made[0].actor(), "X");
  const v1::Offer& offer = made[0].offer_made().offer();
  EXPECT_EQ(offer.offer_id(), made[0].sequence());
  EXPECT_EQ(offer.kind(), kDrawOffer);
  EXPECT_EQ(offer.seat(), 0);
  EXPECT_THAT(offer.awaited_seats(), ElementsAre(1));
  EXPECT_EQ(offer.expire_time(), At(absl::Minutes(5)));

  const EventGroup answered = game.Accept(1);
  EXPECT_THAT(TextsOf(answered), ElementsAre("O agrees to the draw", "draw by agreement"));
  EXPECT_EQ(AnswerIn(answered[0]).offer_id(), offer.offer_id());
  EXPECT_EQ(AnswerIn(answered[0]).kind(), kDrawOffer);
  EXPECT_EQ(AnswerIn(answered[0]).seat(), 0);
  EXPECT_EQ(AnswerIn(answered[0]).outcome(), v1::OFFER_OUTCOME_ACCEPTED);
  EXPECT_EQ(answered[1].actor(), "O");
  EXPECT_EQ(answered[1].game_finished().winner(), "");
  EXPECT_EQ(answered[1].game_finished().end_reason(), v1::END_REASON_AGREEMENT);
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kAgreement, "");
  ExpectNothingOpen(game);
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryOffer(seat, {.kind = kDrawOffer}), HasReason(v1::ERROR_REASON_GAME_OVER));
    EXPECT_THAT(game.TryAnswer(seat, offer.offer_id(), v1::OFFER_ANSWER_ACCEPT),
                HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  }
}

TEST(OffersTest, ADeclinedDrawIsOfferedAgainInTheNextPosition) {
  StateDriver game;
  game.Play("a1");
  game.Offer(0, kDrawOffer);
  const EventGroup declined = game.Decline(1);
  EXPECT_THAT(TextsOf(declined), ElementsAre("O declines the draw"));
  EXPECT_EQ(AnswerIn(declined[0]).outcome(), v1::OFFER_OUTCOME_DECLINED);
  game.ExpectTurn("O", 1);
  ExpectNothingOpen(game);
  EXPECT_THAT(game.TryOffer(0, {.kind = kDrawOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  game.Play("b1");
  game.Offer(0, kDrawOffer);
}

TEST(OffersTest, TheOpponentsMoveDeclinesADraw) {
  StateDriver game;
  game.Play("a1");
  game.Offer(0, kDrawOffer);
  const EventGroup group = game.Play("b1");
  EXPECT_THAT(TextsOf(group), ElementsAre("O plays O at (0,1)", "O declines the draw"));
  EXPECT_EQ(group[1].actor(), "O");
  ExpectNothingOpen(game);
}

TEST(OffersTest, TheMakersOwnMoveLeavesADrawOpen) {
  StateDriver game;
  game.Offer(0, kDrawOffer);
  EXPECT_EQ(game.Play("a1").size(), 1u);
  EXPECT_THAT(game.TryOffer(0, {.kind = kDrawOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  game.Accept(1);
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kAgreement, "");
}

TEST(OffersTest, TwoWhoOfferADrawAgree) {
  StateDriver game;
  game.Offer(1, kDrawOffer);
  EXPECT_THAT(TextsOf(game.Offer(0, kDrawOffer)),
              ElementsAre("X agrees to the draw", "draw by agreement"));
}

TEST(OffersTest, AMoveThatEndsTheGameLeavesNoDrawOpen) {
  StateDriver game;
  game.PlayAll({"a1", "b1", "b2", "c1"});
  game.Offer(0, kDrawOffer);
  EXPECT_THAT(TextsOf(game.Play("c3")),
              ElementsAre("X plays X at (2,2)", "the draw that X offered is void", "X wins"));
  ExpectNothingOpen(game);
}

TEST(OffersTest, UndoRedoAndLeavingMakeADrawVoid) {
  for (const int what : {0, 1, 2, 3, 4}) {
    StateDriver game(kThreePeople);
    game.PlayAll({"a1", "b1"});
    if (what == 1) game.Undo(0);
    game.Offer(0, kDrawOffer);
    const EventGroup group = what == 0   ? game.Undo(2)
                             : what == 1 ? game.Redo(1)
                             : what == 2 ? game.Resign(0)
                             : what == 3 ? game.Resign(2)
                                         : *game.TryCallOff();
    EXPECT_EQ(AnswerIn(group[what == 4 ? 0 : 1]).outcome(), v1::OFFER_OUTCOME_VOID) << what;
    ExpectNothingOpen(game);
  }
}

TEST(OffersTest, ADrawNeedsAllWhoStillPlay) {
  StateDriver game("seats {} seats {} seats {} seats {}");
  game.Resign(3);
  EXPECT_THAT(game.TryOffer(3, {.kind = kDrawOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  const EventGroup made = game.Offer(1, kDrawOffer);
  EXPECT_THAT(made[0].offer_made().offer().awaited_seats(), ElementsAre(0, 2));
  const int64_t id = made[0].sequence();
  EXPECT_THAT(game.TryAnswer(3, id, v1::OFFER_ANSWER_ACCEPT),
              HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  const EventGroup first = game.Accept(0);
  EXPECT_THAT(TextsOf(first), ElementsAre("X agrees to the draw"));
  EXPECT_EQ(AnswerIn(first[0]).outcome(), v1::OFFER_OUTCOME_PENDING);
  EXPECT_THAT(AnswerIn(first[0]).awaited_seats(), ElementsAre(2));
  EXPECT_THAT(game.TryAnswer(0, id, v1::OFFER_ANSWER_ACCEPT),
              HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  EXPECT_EQ(game.Play("a1").size(), 1u) << "who agreed may move on";
  EXPECT_EQ(game.Play("b1").size(), 1u) << "so may who made it";
  game.Accept(2);
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kAgreement, "");
}

TEST(OffersTest, OneNoOfThreeDeclines) {
  StateDriver game(kThreePeople);
  game.Offer(1, kDrawOffer);
  game.Accept(0);
  EXPECT_EQ(AnswerIn(game.Decline(2)[0]).outcome(), v1::OFFER_OUTCOME_DECLINED);
  ExpectNothingOpen(game);
  game.ExpectTurn("X", 0);
}

TEST(OffersTest, ABotDeclinesDrawsAtOnce) {
  StateDriver game(kBotSecond);
  const EventGroup group = game.Offer(0, kDrawOffer);
  EXPECT_THAT(TextsOf(group), ElementsAre("X offers a draw", "O declines the draw"));
  EXPECT_EQ(group[1].actor(), "O");
  ExpectNothingOpen(game);
  EXPECT_THAT(game.TryOffer(0, {.kind = kDrawOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
}

TEST(OffersTest, WhoPlaysAloneHasNobodyToOfferADrawTo) {
  const v1::GameConfig config = ReadConfig("kind: 'bowling' seats {}");
  StateDriver game(
      PrepareGame(kTestGameId, CompleteConfig(config, kTestMaxPlies).value(), kTestMaxPlies)
          .value());
  EXPECT_THAT(game.TryOffer(0, {.kind = kDrawOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
}

// --- Answers ---

TEST(OffersTest, NobodyAnswersTheirOwnOfferButMayWithdrawIt) {
  StateDriver game;
  const int64_t id = game.Offer(0, kDrawOffer)[0].sequence();
  for (const auto answer : {v1::OFFER_ANSWER_ACCEPT, v1::OFFER_ANSWER_DECLINE}) {
    EXPECT_THAT(game.TryAnswer(0, id, answer), HasReason(v1::ERROR_REASON_OWN_OFFER));
  }
  EXPECT_THAT(game.TryAnswer(1, id, v1::OFFER_ANSWER_WITHDRAW),
              HasReason(v1::ERROR_REASON_WRONG_SEAT));
  const auto group = game.TryAnswer(0, id, v1::OFFER_ANSWER_WITHDRAW);
  ASSERT_TRUE(group.ok()) << group.status();
  EXPECT_THAT(TextsOf(*group), ElementsAre("X withdraws the draw"));
  EXPECT_EQ(AnswerIn((*group)[0]).outcome(), v1::OFFER_OUTCOME_WITHDRAWN);
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryAnswer(seat, id, v1::OFFER_ANSWER_ACCEPT),
                HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  }
}

TEST(OffersTest, AnAnswerNamesTheOfferItIsFor) {
  StateDriver game(kConsent);
  game.Play("a1");
  const int64_t draw = game.Offer(0, kDrawOffer)[0].sequence();
  const int64_t undo = game.Offer(0, kUndoOffer)[0].sequence();
  EXPECT_NE(draw, undo);
  for (const int64_t unknown : {int64_t{1}, undo + 1, int64_t{1} << 60}) {
    EXPECT_THAT(game.TryAnswer(1, unknown, v1::OFFER_ANSWER_ACCEPT),
                HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  }
  ASSERT_TRUE(game.TryAnswer(0, draw, v1::OFFER_ANSWER_WITHDRAW).ok());
  EXPECT_THAT(game.TryAnswer(1, draw, v1::OFFER_ANSWER_ACCEPT),
              HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN))
      << "the undo that is open is not meant";
  game.ExpectTurn("O", 1);
}

TEST(OffersTest, NothingIsOfferedOrAnsweredBeforeTheStart) {
  StateDriver game("seats {} seats { open {} }");
  for (const auto kind : {kDrawOffer, kUndoOffer, kRematchOffer}) {
    EXPECT_THAT(game.TryOffer(0, {.kind = kind}), HasReason(v1::ERROR_REASON_NOT_STARTED));
  }
  EXPECT_THAT(game.TryAnswer(0, 1, v1::OFFER_ANSWER_ACCEPT),
              HasReason(v1::ERROR_REASON_NOT_STARTED));
}

// --- Time ---

TEST(OffersTest, AnOfferExpires) {
  StateDriver game;
  ASSERT_TRUE(game.TryOffer(0, {.kind = kDrawOffer, .expire_after = absl::Seconds(10)}).ok());
  const int64_t id = game.events().back().sequence();
  EXPECT_EQ(game.state().offers().NextDue(), game.game_time() + 10'000);
  game.Pass(absl::Milliseconds(9'999));
  EXPECT_THAT(game.TryExpireOffers(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  game.Pass(absl::Milliseconds(1));
  EXPECT_THAT(game.TryAnswer(1, id, v1::OFFER_ANSWER_ACCEPT),
              HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN))
      << "also before anybody has told that it expired";
  const auto group = game.TryExpireOffers();
  ASSERT_TRUE(group.ok()) << group.status();
  EXPECT_THAT(TextsOf(*group), ElementsAre("the draw that X offered has expired"));
  EXPECT_EQ((*group)[0].actor(), "");
  EXPECT_EQ(AnswerIn((*group)[0]).outcome(), v1::OFFER_OUTCOME_EXPIRED);
  EXPECT_EQ(game.state().offers().NextDue(), std::nullopt);
}

TEST(OffersTest, OnlyWhatIsDueExpires) {
  StateDriver game(kConsent);
  game.Play("a1");
  ASSERT_TRUE(game.TryOffer(0, {.kind = kDrawOffer, .expire_after = absl::Seconds(20)}).ok());
  ASSERT_TRUE(game.TryOffer(0, {.kind = kUndoOffer, .expire_after = absl::Seconds(10)}).ok());
  game.Pass(absl::Seconds(10));
  EXPECT_THAT(TextsOf(*game.TryExpireOffers()), ElementsAre("the undo that X offered has expired"));
  EXPECT_EQ(game.state().offers().open().size(), 1u);
}

TEST(OffersTest, AStepOfTheWallClockChangesNothing) {
  StateDriver game;
  game.Offer(0, kDrawOffer);
  game.StepClock(absl::Hours(1));
  EXPECT_THAT(game.TryExpireOffers(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  game.Accept(1);
}
}  // namespace
}  // namespace meeple::service

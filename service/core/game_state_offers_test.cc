// What players offer each other: who may, who has to agree, what comes of it, when it is over.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "service/core/game_state.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

constexpr auto kDrawOffer = v1::OFFER_KIND_DRAW;
constexpr auto kUndoOffer = v1::OFFER_KIND_UNDO;
constexpr auto kRematchOffer = v1::OFFER_KIND_REMATCH;
constexpr char kConsent[] = "undo: UNDO_POLICY_BY_CONSENT ";
constexpr char kNextGame[] = "00000000000000000def";

const v1::OfferAnswered& AnswerIn(const v1::GameEvent& event) {
  EXPECT_TRUE(event.has_offer_answered()) << event.ShortDebugString();
  return event.offer_answered();
}

void ExpectNothingOpen(const StateDriver& game) {
  EXPECT_TRUE(game.state().offers().open().empty());
}

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

// --- Seats that change hands ---

TEST(OffersTest, ABotThatTookOverAnswersForItsSeat) {
  StateDriver game(kConsent);
  game.PlayAll({"a1", "b1"});
  game.SetController(1, "random");
  EXPECT_THAT(TextsOf(game.Offer(0, kDrawOffer)),
              ElementsAre("X offers a draw", "O declines the draw"));
  game.Play("c1");
  EXPECT_THAT(
      TextsOf(game.Offer(0, kUndoOffer)),
      ElementsAre("X asks to take back", "O agrees to the undo", "undo: X takes back (0,2)"));
  game.ExpectTurn("X", 2);
}

TEST(OffersTest, WhoTookABotsSeatIsAsked) {
  StateDriver game(absl::StrCat(kConsent, kBotSecond));
  game.SetController(1, "");
  game.Play("a1");
  EXPECT_THAT(TextsOf(game.Offer(0, kDrawOffer)), ElementsAre("X offers a draw"));
  game.Accept(1);
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kAgreement, "");
  EXPECT_THAT(TextsOf(game.Offer(1, kRematchOffer)), ElementsAre("O offers a rematch"));
}

TEST(OffersTest, ForASeatThatABotPlaysNobodyElseOffers) {
  StateDriver game(kThreePeople);
  game.Play("a1");
  game.SetController(0, "random");
  for (const auto kind : {kDrawOffer, kUndoOffer, kRematchOffer}) {
    EXPECT_THAT(game.TryOffer(0, {.kind = kind}), HasReason(v1::ERROR_REASON_BOT_PLAYS));
  }
  game.Resign(1);
  game.Resign(2);
  EXPECT_FALSE(game.state().final()) << "two people can play again";
  EXPECT_THAT(game.TryOffer(0, {.kind = kRematchOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  EXPECT_THAT(TextsOf(game.Offer(1, kRematchOffer)),
              ElementsAre("O offers a rematch", "X agrees to the rematch"));
}

TEST(OffersTest, WhoeverPlaysAgainstABotInTheEndHasNoRematch) {
  StateDriver game;
  game.Play("a1");
  game.SetController(1, "random");
  game.Resign(0);
  EXPECT_TRUE(game.state().final());
}

TEST(OffersTest, AChangeOfHandsMakesOffersVoid) {
  StateDriver game(kConsent);
  game.PlayAll({"a1", "b1"});
  game.Offer(0, kDrawOffer);
  game.Offer(1, kUndoOffer);
  const EventGroup handed = game.SetController(1, "random");
  ASSERT_EQ(handed.size(), 3u);
  for (const size_t i : {1u, 2u}) {
    EXPECT_EQ(AnswerIn(handed[i]).outcome(), v1::OFFER_OUTCOME_VOID);
  }
  ExpectNothingOpen(game);
}

TEST(OffersTest, WhereNoVoidFitsNoSeatChangesHands) {
  constexpr int kFewEvents = 200;
  StateDriver game("parameters { key: 'size' value: '20' }", {.max_events = kFewEvents});
  while (game.state().sequence() < kFewEvents - 104) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  game.Offer(0, kDrawOffer);
  while (game.state().sequence() < kFewEvents - 101) game.RenewCredential(0);
  EXPECT_THAT(game.TrySetController(1, "random"), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  game.Decline(1);
  EXPECT_EQ(game.state().sequence(), kFewEvents - 100);
}

// --- Clocks ---

constexpr char kTwoMinutes[] = "clock { initial { seconds: 120 } } ";

TEST(OffersTest, AnOfferStopsNoClock) {
  StateDriver game(kTwoMinutes);
  game.PassTime(10'000);
  game.Offer(0, kDrawOffer);
  game.PassTime(10'000);
  game.Decline(1);
  game.PassTime(10'000);
  EXPECT_THAT(game.Remaining(), ElementsAre(90'000, 120'000));
  game.Play("a1");
  EXPECT_THAT(game.Remaining(), ElementsAre(90'000, 120'000));
}

TEST(OffersTest, AnUndoByConsentGivesBackTheTimeOfItsPosition) {
  StateDriver game(absl::StrCat(kTwoMinutes, kConsent));
  game.PassTime(10'000);
  game.Play("a1");
  game.PassTime(20'000);
  game.Play("b2");
  game.PassTime(5'000);
  game.Offer(0, kUndoOffer);
  game.PassTime(5'000);
  EXPECT_EQ(game.Accept(1).size(), 3u);
  EXPECT_THAT(game.Remaining(), ElementsAre(120'000, 120'000)) << "X's first turn";
  game.PassTime(1'000);
  EXPECT_THAT(game.Remaining(), ElementsAre(119'000, 120'000));
}

TEST(OffersTest, AFlagMakesDrawsAndUndosVoid) {
  StateDriver game(absl::StrCat(kTwoMinutes, kConsent, kThreePeople));
  game.Play("a1");
  game.Offer(0, kDrawOffer);
  game.Offer(0, kUndoOffer);
  game.PassTime(120'001);
  const auto flag = game.TryTakeFlag();
  ASSERT_TRUE(flag.ok()) << flag.status();
  EXPECT_THAT(TextsOf(*flag), ElementsAre("O runs out of time", "the draw that X offered is void",
                                          "the undo that X offered is void"));
}

TEST(OffersTest, AForfeitAndAnAbortCloseOffersBeforeTheEnd) {
  StateDriver gone("disconnect_grace { seconds: 5 }");
  gone.Offer(0, kDrawOffer);
  const auto forfeit = gone.TryForfeit(1);
  ASSERT_TRUE(forfeit.ok()) << forfeit.status();
  EXPECT_THAT(TextsOf(*forfeit),
              ElementsAre("O is gone", "the draw that X offered is void", "X wins by forfeit"));
  StateDriver unmoved("first_move_time { seconds: 5 }");
  unmoved.Offer(0, kDrawOffer);
  unmoved.PassTime(5'000);
  const auto aborted = unmoved.TryAbortUnmoved();
  ASSERT_TRUE(aborted.ok()) << aborted.status();
  EXPECT_THAT(TextsOf(*aborted), ElementsAre("the draw that X offered is void",
                                             "abandoned: no first move in time", "game final"));
}

TEST(OffersTest, ARematchFollowsAGameThatTheClockDecided) {
  StateDriver game(kTwoMinutes);
  game.PassTime(120'001);
  ASSERT_TRUE(game.TryTakeFlag().ok());
  game.Offer(0, kRematchOffer);
  game.Accept(1);
  ASSERT_TRUE(game.TryConcludeRematch(kNextGame).ok());
  EXPECT_TRUE(game.state().final());
}

// --- Limits ---

TEST(OffersTest, ASeatMakesSoManyOffers) {
  StateDriver game(absl::StrCat(kBotSecond, "parameters { key: 'size' value: '30' }"));
  for (int made = 0; made < Offers::kMostOfSeat; ++made) {
    game.Offer(0, kDrawOffer);
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  const auto refused = game.TryOffer(0, {.kind = kDrawOffer});
  EXPECT_THAT(refused, HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused.status(), "limit"), "offers_per_seat");
  EXPECT_EQ(MetadataOf(refused.status(), "value"), "200");
}

TEST(OffersTest, OffersLeaveRoomForMovesAndEnds) {
  constexpr int kFewEvents = 200;
  StateDriver game("parameters { key: 'size' value: '20' }", {.max_events = kFewEvents});
  absl::StatusOr<EventGroup> refused;
  do {
    const engine::SeatIndex mover = game.state().game().cursor().turn_index;
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
    refused = game.TryOffer(mover, {.kind = kDrawOffer});
  } while (refused.ok());
  EXPECT_THAT(refused, HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused.status(), "limit"), "events_per_game");
  EXPECT_LE(game.state().sequence(), kFewEvents - 100 + 1);
  int moves = 0;
  for (; !game.state().game().over(); ++moves) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  EXPECT_GT(moves, 80);
  game.Finalise();
  EXPECT_LE(game.state().sequence(), kFewEvents);
}

// An open offer is told of when the last move that fits closes it.
TEST(OffersTest, AGameThatIsFullClosesItsOffers) {
  constexpr int kFewEvents = 200;
  StateDriver game(absl::StrCat(kThreePeople, "parameters { key: 'size' value: '20' }"),
                   {.max_events = kFewEvents});
  while (game.state().sequence() < kFewEvents - 106) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  while (game.state().game().cursor().turn_index != 0) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  game.Offer(2, kDrawOffer);
  game.Accept(0);
  game.Accept(1);
  EXPECT_TRUE(game.state().game().over()) << "the last yes always has room";
  game.Finalise();
  EXPECT_LE(game.state().sequence(), kFewEvents);
}

// --- Fold ---

// Everything that people do, at random, and of each state a second one is made from the events.
class OffersAtRandom {
 public:
  OffersAtRandom(const std::string& config, unsigned seed)
      : config_(config), game_(config), random_(seed) {}

  void Step() {
    game_.Pass(absl::Milliseconds(random_() % 20'000));
    const auto seat = static_cast<engine::SeatIndex>(random_() % game_.state().seats().size());
    if (game_.TryTakeFlag().ok()) return;
    switch (random_() % 11) {
      case 0:
        return Ignore(game_.TryUndo(seat));
      case 1:
        return Ignore(game_.TryRedo(seat));
      case 2:
      case 3:
        return Offer(seat);
      case 4:
      case 5:
        return Answer(seat);
      case 6:
        if (random_() % 4 == 0) return Ignore(HandOver(seat));
        [[fallthrough]];
      case 7:
        if (game_.state().offers().AgreedRematch() != nullptr) {
          return Ignore(game_.TryConcludeRematch(kNextGame));
        }
        return Ignore(game_.TryExpireOffers());
      case 8:
        if (random_() % 6 == 0) return Ignore(game_.TryResign(seat));
        [[fallthrough]];
      default:
        return Move();
    }
  }

  // The state that the events so far make.
  std::string Folded() {
    GameState state(Prepare(config_), {});
    size_t next = 0;
    for (const auto& [size, time] : groups_) {
      const EventGroup group(game_.events().begin() + next, game_.events().begin() + next + size);
      state.ArriveAt(time);
      const absl::Status followed = state.Follow(group, game_.bot_secret());
      EXPECT_TRUE(followed.ok()) << followed;
      next += size;
    }
    return Describe(state);
  }

  // Notes the group of the newest call.
  void Note() {
    size_t noted = 0;
    for (const auto& [size, time] : groups_) noted += size;
    if (game_.events().size() == noted) return;
    groups_.emplace_back(game_.events().size() - noted, game_.game_time());
  }

  const StateDriver& game() const { return game_; }

 private:
  static void Ignore(const absl::StatusOr<EventGroup>&) {}

  // To a bot, or to its player.
  absl::StatusOr<EventGroup> HandOver(engine::SeatIndex seat) {
    return game_.TrySetController(seat, game_.state().seats().IsBot(seat) ? "" : "random");
  }

  void Offer(engine::SeatIndex seat) {
    const auto kind = static_cast<v1::OfferKind>(1 + random_() % 3);
    Ignore(game_.TryOffer(seat, {.kind = kind,
                                 .expire_after = absl::Seconds(1 + random_() % 60),
                                 .swap_seats = kind == kRematchOffer && random_() % 2 == 0}));
  }

  void Answer(engine::SeatIndex seat) {
    const auto open = game_.state().offers().open();
    if (open.empty()) return;
    const auto answer = static_cast<v1::OfferAnswer>(1 + random_() % 3);
    Ignore(game_.TryAnswer(seat, open[random_() % open.size()].id, answer));
  }

  void Move() {
    const auto legal = game_.state().game().LegalMoves();
    if (legal.empty()) return;
    game_.Play(engine::FormatMove(legal[random_() % legal.size()]));
  }

  const std::string config_;
  StateDriver game_;
  std::mt19937 random_;
  // The size of each call's group, and the game time of the call.
  std::vector<std::pair<size_t, int64_t>> groups_;
};

TEST(OffersTest, TheStateIsAFoldOfTheEvents) {
  int accepted = 0;
  int rematches = 0;
  int handed_over = 0;
  int flags = 0;
  for (const char* seats :
       {"", kThreePeople, kBotSecond, "seats {} seats { bot { kind: 'random' } } seats {}",
        "clock { per_move { seconds: 60 } }"}) {
    for (unsigned seed = 1; seed <= 80; ++seed) {
      SCOPED_TRACE(absl::StrCat(seats, " seed ", seed));
      OffersAtRandom play(absl::StrCat(seed % 2 == 0 ? kConsent : "", seats), seed);
      play.Note();
      for (int step = 0; step < 60 && !play.game().state().final(); ++step) {
        play.Step();
        play.Note();
        ASSERT_EQ(play.Folded(), Describe(play.game().state()));
      }
      for (const v1::GameEvent& event : play.game().events()) {
        accepted += event.offer_answered().outcome() == v1::OFFER_OUTCOME_ACCEPTED ? 1 : 0;
        rematches += event.offer_answered().next_game_id().empty() ? 0 : 1;
        handed_over += event.has_controller_changed() ? 1 : 0;
        flags += event.seat_left().reason() == v1::END_REASON_TIME ? 1 : 0;
      }
    }
  }
  EXPECT_GT(accepted, 40);
  EXPECT_GT(rematches, 3);
  EXPECT_GT(handed_over, 40);
  EXPECT_GT(flags, 3);
}

}  // namespace
}  // namespace meeple::service

#include "clients/cli/offer_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "clients/cli/play/play_command.h"

namespace meeple::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::GameEvent Made(int64_t id, v1::OfferKind kind, int seat, const std::vector<int>& asked) {
  v1::GameEvent event;
  event.set_sequence(id);
  v1::Offer& offer = *event.mutable_offer_made()->mutable_offer();
  offer.set_offer_id(id);
  offer.set_kind(kind);
  offer.set_seat(seat);
  for (const int one : asked) offer.add_awaited_seats(one);
  return event;
}

v1::GameEvent Answered(int64_t id, v1::OfferOutcome outcome, const std::vector<int>& asked = {}) {
  v1::GameEvent event;
  event.mutable_offer_answered()->set_offer_id(id);
  event.mutable_offer_answered()->set_outcome(outcome);
  for (const int one : asked) event.mutable_offer_answered()->add_awaited_seats(one);
  return event;
}

TEST(OfferWordsTest, WordsOfKindsAndAnswers) {
  for (const auto kind : {v1::OFFER_KIND_DRAW, v1::OFFER_KIND_UNDO, v1::OFFER_KIND_REMATCH}) {
    EXPECT_EQ(OfferKindOf(WordOf(kind)), kind);
  }
  EXPECT_EQ(OfferKindOf("peace"), v1::OFFER_KIND_UNSPECIFIED);
  EXPECT_EQ(OfferAnswerOf("accept"), v1::OFFER_ANSWER_ACCEPT);
  EXPECT_EQ(OfferAnswerOf("decline"), v1::OFFER_ANSWER_DECLINE);
  EXPECT_EQ(OfferAnswerOf("withdraw"), v1::OFFER_ANSWER_WITHDRAW);
  EXPECT_EQ(OfferAnswerOf("perhaps"), v1::OFFER_ANSWER_UNSPECIFIED);
}

TEST(OfferWordsTest, EventsKeepTheOpenOffersUpToDate) {
  OpenOffers offers;
  UpdateOffers(Made(3, v1::OFFER_KIND_DRAW, 0, {1, 2}), offers);
  UpdateOffers(Made(4, v1::OFFER_KIND_UNDO, 2, {0, 1}), offers);
  UpdateOffers(Answered(3, v1::OFFER_OUTCOME_PENDING, {2}), offers);
  ASSERT_EQ(offers.size(), 2);
  EXPECT_FALSE(IsAsked(offers[0], 1));
  EXPECT_TRUE(IsAsked(offers[0], 2));
  UpdateOffers(Answered(3, v1::OFFER_OUTCOME_VOID), offers);
  UpdateOffers(Answered(99, v1::OFFER_OUTCOME_DECLINED), offers);
  ASSERT_EQ(offers.size(), 1);
  EXPECT_EQ(offers[0].offer_id(), 4);
}

// The numbers of those that OffersFor finds.
std::vector<int64_t> IdsFor(const OpenOffers& offers, int seat, bool own) {
  std::vector<int64_t> ids;
  for (const v1::Offer* offer : OffersFor(offers, seat, own)) ids.push_back(offer->offer_id());
  return ids;
}

TEST(OfferWordsTest, OffersThatWaitForASeatAndItsOwn) {
  OpenOffers offers;
  EXPECT_THAT(IdsFor(offers, 1, false), IsEmpty());
  UpdateOffers(Made(3, v1::OFFER_KIND_DRAW, 0, {1}), offers);
  EXPECT_THAT(IdsFor(offers, 1, false), ElementsAre(3));
  EXPECT_THAT(IdsFor(offers, 0, true), ElementsAre(3));
  EXPECT_THAT(IdsFor(offers, 0, false), IsEmpty());
  EXPECT_THAT(IdsFor(offers, 1, true), IsEmpty());
  UpdateOffers(Made(4, v1::OFFER_KIND_UNDO, 0, {1}), offers);
  EXPECT_THAT(IdsFor(offers, 1, false), ElementsAre(3, 4)) << "either could be meant";
}

TEST(OfferWordsTest, OffersAreToldAsTheirEventsTellThem) {
  Seats seats;
  seats.Add()->set_player_id("anna");
  seats.Add()->set_player_id("ben");
  v1::Offer offer;
  offer.set_kind(v1::OFFER_KIND_DRAW);
  EXPECT_EQ(OfferText(offer, seats), "anna offers a draw");
  offer.set_kind(v1::OFFER_KIND_UNDO);
  offer.set_seat(1);
  EXPECT_EQ(OfferText(offer, seats), "ben asks to take back");
  offer.set_kind(v1::OFFER_KIND_REMATCH);
  EXPECT_EQ(OfferText(offer, seats), "ben offers a rematch");
  offer.set_swap_seats(true);
  offer.set_seat(2);
  EXPECT_EQ(OfferText(offer, seats), "? offers a rematch with the seats swapped");
}

TEST(OfferWordsTest, WhatAPlayerTypes) {
  EXPECT_EQ(ParsePlayCommand("Draw"), PlayCommand{PlayCommand::kDraw});
  EXPECT_EQ(ParsePlayCommand("accept"), PlayCommand{PlayCommand::kAccept});
  EXPECT_EQ(ParsePlayCommand(" accept 12 "), (PlayCommand{PlayCommand::kAccept, "12"}));
  EXPECT_EQ(ParsePlayCommand("no 3"), (PlayCommand{PlayCommand::kDecline, "3"}));
  EXPECT_EQ(ParsePlayCommand("withdraw"), PlayCommand{PlayCommand::kWithdraw});
  EXPECT_EQ(ParsePlayCommand("swap"), PlayCommand{PlayCommand::kSwap});
  EXPECT_EQ(ParsePlayCommand("accept it"), (PlayCommand{PlayCommand::kMove, "accept it"}));
  EXPECT_EQ(ParsePlayCommand("carrier a1"), (PlayCommand{PlayCommand::kMove, "carrier a1"}));
}

}  // namespace
}  // namespace meeple::cli

#ifndef MEEPLE_SERVICE_CORE_TESTING_OFFERS_H_
#define MEEPLE_SERVICE_CORE_TESTING_OFFERS_H_

// What tests of offers share.

#include <gtest/gtest.h>

#include "meeple/v1/event.pb.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {

inline constexpr auto kDrawOffer = v1::OFFER_KIND_DRAW;
inline constexpr auto kUndoOffer = v1::OFFER_KIND_UNDO;
inline constexpr auto kRematchOffer = v1::OFFER_KIND_REMATCH;
inline constexpr char kConsent[] = "undo: UNDO_POLICY_BY_CONSENT ";
inline constexpr char kNextGame[] = "00000000000000000def";

// Expects the event to be an answer to an offer.
inline const v1::OfferAnswered& AnswerIn(const v1::GameEvent& event) {
  EXPECT_TRUE(event.has_offer_answered()) << event.ShortDebugString();
  return event.offer_answered();
}

inline void ExpectNothingOpen(const StateDriver& game) {
  EXPECT_TRUE(game.state().offers().open().empty());
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_OFFERS_H_

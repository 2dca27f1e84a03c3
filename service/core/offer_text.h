#ifndef MEEPLE_SERVICE_CORE_OFFER_TEXT_H_
#define MEEPLE_SERVICE_CORE_OFFER_TEXT_H_

// The sentences that tell of offers, in English: see GameEvent.text. Pure functions.

#include <string>

#include "meeple/v1/event.pb.h"
#include "service/core/offers.h"

namespace meeple::service {

// "X offers a draw", "X asks to take back", "X offers a rematch with the seats swapped".
std::string TextOfOffer(const Offer& offer, const std::string& maker);

// "O agrees to the draw", "O declines the rematch", "X withdraws the draw", "the draw that X
// offered has expired". `actor` is who answered; empty where nobody did.
std::string TextOfAnswer(const Offer& offer, v1::OfferOutcome outcome, const std::string& maker,
                         const std::string& actor);

// "rematch: game 0123456789abcdefghij".
std::string TextOfRematch(const std::string& next_game_id);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_OFFER_TEXT_H_

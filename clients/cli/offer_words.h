#ifndef MEEPLE_CLIENTS_CLI_OFFER_WORDS_H_
#define MEEPLE_CLIENTS_CLI_OFFER_WORDS_H_

// Offers as the user writes and reads them. Pure functions.

#include <google/protobuf/repeated_field.h>

#include <string>
#include <string_view>

#include "meeple/v1/event.pb.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

using OpenOffers = google::protobuf::RepeatedPtrField<v1::Offer>;

// "draw", "undo", "rematch"; UNSPECIFIED for anything else.
v1::OfferKind OfferKindOf(std::string_view word);
// The other way round.
std::string WordOf(v1::OfferKind kind);

// "accept", "decline", "withdraw"; UNSPECIFIED for anything else.
v1::OfferAnswer OfferAnswerOf(std::string_view word);

// Whether the seat is asked.
bool IsAsked(const v1::Offer& offer, int seat);

// The only offer that waits for the seat's answer, or that the seat made itself; null if there is
// none or more than one.
const v1::Offer* OnlyOfferFor(const OpenOffers& offers, int seat, bool own);

// Brings the open offers up to date with what an event tells.
void UpdateOffers(const v1::GameEvent& event, OpenOffers& offers);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_OFFER_WORDS_H_

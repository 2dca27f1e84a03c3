#ifndef MEEPLE_CLIENTS_CLI_OFFER_WORDS_H_
#define MEEPLE_CLIENTS_CLI_OFFER_WORDS_H_

// Offers as the user writes and reads them. Pure functions.

#include <google/protobuf/repeated_field.h>

#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/game_text.h"
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

// The offers that wait for the seat's answer, or that the seat made itself; the one that is meant
// where none is named, if there is one only. Valid until `offers` change.
std::vector<const v1::Offer*> OffersFor(const OpenOffers& offers, int seat, bool own);

// "X offers a draw", "X asks to take back": the words of the event that told of it.
std::string OfferText(const v1::Offer& offer, const Seats& seats);

// Brings the open offers up to date with what an event tells.
void UpdateOffers(const v1::GameEvent& event, OpenOffers& offers);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_OFFER_WORDS_H_

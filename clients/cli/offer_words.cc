#include "clients/cli/offer_words.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace meeple::cli {
namespace {

struct KindWord {
  std::string_view word;
  v1::OfferKind kind;
};

constexpr KindWord kKindWords[] = {{"draw", v1::OFFER_KIND_DRAW},
                                   {"undo", v1::OFFER_KIND_UNDO},
                                   {"rematch", v1::OFFER_KIND_REMATCH}};

}  // namespace

v1::OfferKind OfferKindOf(std::string_view word) {
  const auto* found = std::ranges::find(kKindWords, word, &KindWord::word);
  return found == std::end(kKindWords) ? v1::OFFER_KIND_UNSPECIFIED : found->kind;
}

std::string WordOf(v1::OfferKind kind) {
  const auto* found = std::ranges::find(kKindWords, kind, &KindWord::kind);
  return found == std::end(kKindWords) ? "offer" : std::string(found->word);
}

v1::OfferAnswer OfferAnswerOf(std::string_view word) {
  if (word == "accept") return v1::OFFER_ANSWER_ACCEPT;
  if (word == "decline") return v1::OFFER_ANSWER_DECLINE;
  return word == "withdraw" ? v1::OFFER_ANSWER_WITHDRAW : v1::OFFER_ANSWER_UNSPECIFIED;
}

bool IsAsked(const v1::Offer& offer, int seat) {
  return std::ranges::find(offer.awaited_seats(), seat) != offer.awaited_seats().end();
}

std::vector<const v1::Offer*> OffersFor(const OpenOffers& offers, int seat, bool own) {
  std::vector<const v1::Offer*> found;
  for (const v1::Offer& offer : offers) {
    if (own ? offer.seat() == seat : IsAsked(offer, seat)) found.push_back(&offer);
  }
  return found;
}

std::string OfferText(const v1::Offer& offer, const Seats& seats) {
  const std::string maker = PlayerAt(seats, offer.seat());
  if (offer.kind() == v1::OFFER_KIND_UNDO) return absl::StrCat(maker, " asks to take back");
  return absl::StrCat(maker, " offers a ", WordOf(offer.kind()),
                      offer.swap_seats() ? " with the seats swapped" : "");
}

void UpdateOffers(const v1::GameEvent& event, OpenOffers& offers) {
  if (event.has_offer_made()) *offers.Add() = event.offer_made().offer();
  if (!event.has_offer_answered()) return;
  const v1::OfferAnswered& answered = event.offer_answered();
  const auto offer = std::ranges::find(offers, answered.offer_id(), &v1::Offer::offer_id);
  if (offer == offers.end()) return;
  if (answered.outcome() == v1::OFFER_OUTCOME_PENDING) {
    *offer->mutable_awaited_seats() = answered.awaited_seats();
  } else {
    offers.erase(offer);
  }
}

}  // namespace meeple::cli

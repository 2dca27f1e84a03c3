#include "service/core/offer_text.h"

#include "absl/strings/str_cat.h"

namespace meeple::service {
namespace {

std::string NameOfOffer(v1::OfferKind kind) {
  switch (kind) {
    case v1::OFFER_KIND_DRAW:
      return "draw";
    case v1::OFFER_KIND_UNDO:
      return "undo";
    case v1::OFFER_KIND_REMATCH:
      return "rematch";
    default:
      return "offer";
  }
}

}  // namespace

std::string TextOfOffer(const Offer& offer, const std::string& maker) {
  if (offer.kind == v1::OFFER_KIND_UNDO) return absl::StrCat(maker, " asks to take back");
  return absl::StrCat(maker, " offers a ", NameOfOffer(offer.kind),
                      offer.swap_seats ? " with the seats swapped" : "");
}

std::string TextOfAnswer(const Offer& offer, v1::OfferOutcome outcome, const std::string& maker,
                         const std::string& actor) {
  const std::string name = NameOfOffer(offer.kind);
  switch (outcome) {
    case v1::OFFER_OUTCOME_ACCEPTED:
    case v1::OFFER_OUTCOME_PENDING:
      return absl::StrCat(actor, " agrees to the ", name);
    case v1::OFFER_OUTCOME_DECLINED:
      return absl::StrCat(actor, " declines the ", name);
    case v1::OFFER_OUTCOME_WITHDRAWN:
      return absl::StrCat(actor, " withdraws the ", name);
    case v1::OFFER_OUTCOME_EXPIRED:
      return absl::StrCat("the ", name, " that ", maker, " offered has expired");
    default:
      return absl::StrCat("the ", name, " that ", maker, " offered is void");
  }
}

std::string TextOfRematch(const std::string& next_game_id) {
  return absl::StrCat("rematch: game ", next_game_id);
}

}  // namespace meeple::service

// How the offers of a game are rebuilt from its events: see game_state_follow.cc.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "service/core/conversion.h"
#include "service/core/game_state.h"

namespace meeple::service {
namespace {

absl::Status NoSuchOffer(std::string_view why) {
  return absl::DataLossError(
      absl::StrCat("it cannot happen: ", absl::string_view(why.data(), why.size())));
}

}  // namespace

absl::Status GameState::FollowOffer(const v1::GameEvent& event) {
  Offer offer = FromProto(event.offer_made().offer());
  if (offer.id != event.sequence() || !setup_->HasSeat(offer.maker) ||
      !v1::OfferKind_IsValid(offer.kind) || offer.kind == v1::OFFER_KIND_UNSPECIFIED) {
    return NoSuchOffer("there is no such offer");
  }
  if (absl::Status allowed = CheckOffer(offer.maker, offer.kind); !allowed.ok()) {
    return NoSuchOffer(std::string(allowed.message()));
  }
  if (offers_.IsSpent(offer.maker, offer.kind) ||
      offer.awaited != SeatsToAsk(offer.maker, offer.kind)) {
    return NoSuchOffer("it was offered already, or to others");
  }
  offer.due_milliseconds =
      call_time_ + absl::ToInt64Milliseconds(offer.expires - FromProto(event.time()));
  offers_.Add(offer);
  return absl::OkStatus();
}

absl::Status GameState::FollowAnswer(const v1::GameEvent& event) {
  const v1::OfferAnswered& answered = event.offer_answered();
  const Offer* open = offers_.Find(answered.offer_id());
  if (open == nullptr || open->kind != answered.kind() || open->maker != answered.seat()) {
    return NoSuchOffer("no such offer was open");
  }
  const Offer offer = *open;
  const bool accepted = answered.outcome() == v1::OFFER_OUTCOME_ACCEPTED;
  if (accepted && offer.kind == v1::OFFER_KIND_REMATCH) return FollowRematch(answered, offer);
  if (accepted || answered.outcome() == v1::OFFER_OUTCOME_PENDING) return FollowYes(event, offer);
  offers_.Close(offer.id);
  return absl::OkStatus();
}

absl::Status GameState::FollowYes(const v1::GameEvent& event, const Offer& offer) {
  const v1::OfferAnswered& answered = event.offer_answered();
  const auto player = std::ranges::find(game_->players(), event.actor(), &engine::Player::id);
  const auto seat = static_cast<engine::SeatIndex>(player - game_->players().begin());
  const bool alone = offer.awaited.empty() && seat == offer.maker;
  if (!alone && !offer.awaited.contains(seat)) return NoSuchOffer("nobody asked that player");
  if (!alone) offers_.Agree(offer.id, seat);
  const Offer& now = *offers_.Find(offer.id);
  if (answered.outcome() == v1::OFFER_OUTCOME_PENDING) {
    const bool told = std::ranges::equal(now.awaited, answered.awaited_seats());
    return told ? absl::OkStatus() : NoSuchOffer("others have to agree still");
  }
  if (!now.awaited.empty()) return NoSuchOffer("not all have agreed");
  offers_.Close(offer.id);
  if (offer.kind == v1::OFFER_KIND_DRAW) game_->AgreeOnDraw();
  return absl::OkStatus();
}

absl::Status GameState::FollowRematch(const v1::OfferAnswered& answered, const Offer& offer) {
  if (!offer.awaited.empty() || answered.next_game_id().empty()) {
    return NoSuchOffer("not all have agreed");
  }
  next_game_id_ = answered.next_game_id();
  offers_.Close(offer.id);
  return absl::OkStatus();
}

bool GameState::OffersFit() const {
  if (final_) return offers_.open().empty();
  return std::ranges::all_of(offers_.open(), [this](const Offer& offer) {
    if (offer.kind == v1::OFFER_KIND_UNDO) return PliesToUndoFor(offer.maker) > 0;
    return (offer.kind == v1::OFFER_KIND_REMATCH) == game_->over();
  });
}

}  // namespace meeple::service

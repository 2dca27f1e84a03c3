#include "service/core/offers.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "service/core/conversion.h"

namespace meeple::service {

v1::Offer ToProto(const Offer& offer) {
  v1::Offer proto;
  proto.set_offer_id(offer.id);
  proto.set_kind(offer.kind);
  proto.set_seat(offer.maker);
  proto.set_swap_seats(offer.swap_seats);
  for (const engine::SeatIndex seat : offer.awaited) proto.add_awaited_seats(seat);
  *proto.mutable_expire_time() = ToProto(offer.expires);
  return proto;
}

Offer FromProto(const v1::Offer& offer) {
  return {.id = offer.offer_id(),
          .kind = offer.kind(),
          .maker = offer.seat(),
          .swap_seats = offer.swap_seats(),
          .awaited = {offer.awaited_seats().begin(), offer.awaited_seats().end()},
          .expires = FromProto(offer.expire_time())};
}

std::optional<v1::OfferOutcome> OutcomeAfter(const Offer& offer, Happening happening,
                                             engine::SeatIndex seat) {
  const bool is_draw = offer.kind == v1::OFFER_KIND_DRAW;
  const bool is_undo = offer.kind == v1::OFFER_KIND_UNDO;
  switch (happening) {
    case Happening::kMove:
      if (offer.awaited.contains(seat)) return v1::OFFER_OUTCOME_DECLINED;
      if (!is_undo) return std::nullopt;
      return seat == offer.maker ? v1::OFFER_OUTCOME_WITHDRAWN : v1::OFFER_OUTCOME_VOID;
    case Happening::kSeatLeft:
    case Happening::kEnd:
      return is_draw || is_undo ? std::optional(v1::OFFER_OUTCOME_VOID) : std::nullopt;
    case Happening::kFinal:
      return v1::OFFER_OUTCOME_EXPIRED;
    case Happening::kHistory:
    case Happening::kControllerChanged:
    case Happening::kRematchMade:
      break;
  }
  return v1::OFFER_OUTCOME_VOID;
}

const Offer* Offers::Find(int64_t id) const {
  const auto found = std::ranges::find(open_, id, &Offer::id);
  return found == open_.end() ? nullptr : &*found;
}

const Offer* Offers::FindEqual(engine::SeatIndex seat, const OfferRequest& request,
                               int64_t milliseconds) const {
  // Each seat's goes back to a turn of its own.
  if (request.kind == v1::OFFER_KIND_UNDO) return nullptr;
  const auto found = std::ranges::find_if(open_, [&](const Offer& offer) {
    return offer.kind == request.kind && offer.swap_seats == request.swap_seats &&
           offer.awaited.contains(seat) && milliseconds < offer.due_milliseconds;
  });
  return found == open_.end() ? nullptr : &*found;
}

bool Offers::IsSpent(engine::SeatIndex seat, v1::OfferKind kind) const {
  return spent_.contains({seat, kind}) || std::ranges::any_of(open_, [&](const Offer& offer) {
           return offer.maker == seat && offer.kind == kind;
         });
}

int Offers::MadeBy(engine::SeatIndex seat) const {
  const auto index = static_cast<size_t>(seat);
  return index < made_.size() ? made_[index] : 0;
}

std::optional<int64_t> Offers::NextDue() const {
  std::optional<int64_t> next;
  for (const Offer& offer : open_) {
    if (offer.awaited.empty()) continue;
    next = std::min(next.value_or(offer.due_milliseconds), offer.due_milliseconds);
  }
  return next;
}

const Offer* Offers::AgreedRematch() const {
  const auto found =
      std::ranges::find_if(open_, [](const Offer& offer) { return offer.awaited.empty(); });
  return found == open_.end() ? nullptr : &*found;
}

void Offers::Add(Offer offer) {
  const auto index = static_cast<size_t>(offer.maker);
  if (index >= made_.size()) made_.resize(index + 1);
  ++made_[index];
  spent_.insert({offer.maker, offer.kind});
  open_.push_back(std::move(offer));
}

bool Offers::Agree(int64_t id, engine::SeatIndex seat) {
  const auto found = std::ranges::find(open_, id, &Offer::id);
  assert(found != open_.end() && found->awaited.contains(seat));
  found->awaited.erase(seat);
  return found->awaited.empty();
}

void Offers::Close(int64_t id) {
  const auto found = std::ranges::find(open_, id, &Offer::id);
  assert(found != open_.end());
  open_.erase(found);
}

}  // namespace meeple::service

#include "service/core/offer_calls.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/errors.h"
#include "service/core/game_mutation.h"

namespace meeple::service {
namespace {

OfferRequest OfferOf(const v1::MakeOfferRequest& request) {
  OfferRequest offer = {.kind = request.kind(), .swap_seats = request.swap_seats()};
  if (request.expire_seconds() > 0) offer.expire_after = absl::Seconds(request.expire_seconds());
  return offer;
}

// A rematch is a new game, on which nobody agrees any more with a draining server. To repeat the
// call would not help, so it is none of the errors that are repeated.
absl::Status CheckMayBeMade(const HostCore& core, v1::OfferKind kind) {
  if (kind != v1::OFFER_KIND_REMATCH || !core.draining()) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_OFFER_NOT_ALLOWED,
                   "the server is shutting down: there is no rematch");
}

absl::Status CheckMayBeAnswered(const HostCore& core, const GameState& state,
                                const v1::AnswerOfferRequest& request) {
  const Offer* const offer = state.offers().Find(request.offer_id());
  const bool accepted = request.answer() == v1::OFFER_ANSWER_ACCEPT;
  return accepted && offer != nullptr ? CheckMayBeMade(core, offer->kind) : absl::OkStatus();
}

}  // namespace

void MakeOffer(HostCore& core, const Caller& caller, const v1::MakeOfferRequest& request,
               const std::shared_ptr<GameSession>& session,
               GameHost::Done<v1::MakeOfferResponse> done) {
  const absl::StatusOr<engine::SeatIndex> seat = SeatOf(caller, session->setup());
  if (!seat.ok()) return done(seat.status());
  const OfferRequest offer = OfferOf(request);
  Mutate(core, *session, caller, *seat, request,
         {.rpc = "MakeOffer",
          .canonical = absl::StrCat(static_cast<int>(offer.kind), "/", offer.swap_seats, "/",
                                    absl::ToInt64Seconds(offer.expire_after)),
          .decide = [&core, offer](GameState& state, engine::SeatIndex maker,
                                   absl::Time now) -> absl::StatusOr<GroupViews> {
            absl::Status may_be = CheckMayBeMade(core, offer.kind);
            if (!may_be.ok()) return may_be;
            return state.MakeOffer(maker, offer, now);
          }},
         std::move(done));
}

void AnswerOffer(HostCore& core, const Caller& caller, const v1::AnswerOfferRequest& request,
                 const std::shared_ptr<GameSession>& session,
                 GameHost::Done<v1::AnswerOfferResponse> done) {
  const absl::StatusOr<engine::SeatIndex> seat = SeatOf(caller, session->setup());
  if (!seat.ok()) return done(seat.status());
  Mutate(core, *session, caller, *seat, request,
         {.rpc = "AnswerOffer",
          .canonical = absl::StrCat(request.offer_id(), "/", static_cast<int>(request.answer())),
          .decide = [&core, request](GameState& state, engine::SeatIndex own,
                                     absl::Time now) -> absl::StatusOr<GroupViews> {
            absl::Status may_be = CheckMayBeAnswered(core, state, request);
            if (!may_be.ok()) return may_be;
            return state.AnswerOffer(own, request.offer_id(), request.answer(), now);
          }},
         std::move(done));
}

}  // namespace meeple::service

#include "service/core/offer_calls.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/game_mutation.h"

namespace meeple::service {
namespace {

OfferRequest OfferOf(const v1::MakeOfferRequest& request) {
  OfferRequest offer = {.kind = request.kind(), .swap_seats = request.swap_seats()};
  if (request.expire_seconds() > 0) offer.expire_after = absl::Seconds(request.expire_seconds());
  return offer;
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
          .decide = [offer](GameState& state, engine::SeatIndex maker,
                            absl::Time now) { return state.MakeOffer(maker, offer, now); }},
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
          .decide = [id = request.offer_id(), answer = request.answer()](
                        GameState& state, engine::SeatIndex own,
                        absl::Time now) { return state.AnswerOffer(own, id, answer, now); }},
         std::move(done));
}

}  // namespace meeple::service

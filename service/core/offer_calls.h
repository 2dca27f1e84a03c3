#ifndef MEEPLE_SERVICE_CORE_OFFER_CALLS_H_
#define MEEPLE_SERVICE_CORE_OFFER_CALLS_H_

// MakeOffer and AnswerOffer: the steps of those rpcs once the game is entered, see EnterGame.

#include <memory>

#include "meeple/v1/game_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"

namespace meeple::service {

void MakeOffer(HostCore& core, const Caller& caller, const v1::MakeOfferRequest& request,
               const std::shared_ptr<GameSession>& session,
               GameHost::Done<v1::MakeOfferResponse> done);

void AnswerOffer(HostCore& core, const Caller& caller, const v1::AnswerOfferRequest& request,
                 const std::shared_ptr<GameSession>& session,
                 GameHost::Done<v1::AnswerOfferResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_OFFER_CALLS_H_

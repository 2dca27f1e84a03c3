#ifndef MEEPLE_SERVICE_CORE_MOVE_CALLS_H_
#define MEEPLE_SERVICE_CORE_MOVE_CALLS_H_

// SubmitMove and Abandon: the steps of those rpcs once the game is entered, see EnterGame.

#include <memory>

#include "meeple/v1/game_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"

namespace meeple::service {

void SubmitMoveTo(HostCore& core, const Caller& caller, const v1::SubmitMoveRequest& request,
                  const std::shared_ptr<GameSession>& session,
                  GameHost::Done<v1::SubmitMoveResponse> done);

void AbandonIn(HostCore& core, const Caller& caller, const v1::AbandonRequest& request,
               const std::shared_ptr<GameSession>& session,
               GameHost::Done<v1::AbandonResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_MOVE_CALLS_H_

#ifndef MEEPLE_SERVICE_CORE_SEAT_CONTROLLER_H_
#define MEEPLE_SERVICE_CORE_SEAT_CONTROLLER_H_

// SetController, once the game is entered: see EnterGame.

#include <memory>

#include "meeple/v1/game_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"

namespace meeple::service {

void SetController(HostCore& core, const Caller& caller, const v1::SetControllerRequest& request,
                   const std::shared_ptr<GameSession>& session,
                   GameHost::Done<v1::SetControllerResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_SEAT_CONTROLLER_H_

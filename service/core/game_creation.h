#ifndef MEEPLE_SERVICE_CORE_GAME_CREATION_H_
#define MEEPLE_SERVICE_CORE_GAME_CREATION_H_

// CreateGame: the id of the game follows from the request id, so that a repeat finds the same game
// and the same credentials.

#include "meeple/v1/game_service.pb.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"

namespace meeple::service {

// See GameService.CreateGame. `core` must live until `done` is called.
void CreateGame(HostCore& core, const v1::CreateGameRequest& request,
                GameHost::Done<v1::CreateGameResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_CREATION_H_

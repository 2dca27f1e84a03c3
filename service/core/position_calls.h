#ifndef MEEPLE_SERVICE_CORE_POSITION_CALLS_H_
#define MEEPLE_SERVICE_CORE_POSITION_CALLS_H_

// The calls that read a game's positions, as the caller may see them: GetGame, ListLegalMoves and
// Replay, once the game is entered, see EnterGame.

#include <memory>

#include "meeple/v1/game_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"

namespace meeple::service {

void GetGameFrom(HostCore& core, const Caller& caller, const v1::GetGameRequest& request,
                 const std::shared_ptr<GameSession>& session,
                 GameHost::Done<v1::GetGameResponse> done);

void ListLegalMovesFrom(HostCore& core, const Caller& caller,
                        const v1::ListLegalMovesRequest& request,
                        const std::shared_ptr<GameSession>& session,
                        GameHost::Done<v1::ListLegalMovesResponse> done);

// A replay is built on a thread of its own. Errors: OVERLOADED, if too many wait for that.
void ReplayFrom(HostCore& core, const Caller& caller, const v1::ReplayRequest& request,
                const std::shared_ptr<GameSession>& session,
                GameHost::Done<v1::ReplayResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_POSITION_CALLS_H_

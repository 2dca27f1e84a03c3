#ifndef MEEPLE_SERVICE_CORE_LOBBY_H_
#define MEEPLE_SERVICE_CORE_LOBBY_H_

// How seats and their credentials change hands: the steps of those rpcs once the game is entered,
// see EnterGame.

#include <memory>

#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"

namespace meeple::service {

void JoinGame(HostCore& core, const Caller& caller, const v1::JoinGameRequest& request,
              const std::shared_ptr<GameSession>& session,
              GameHost::Done<v1::JoinGameResponse> done);

void RotateCredential(HostCore& core, const Caller& caller,
                      const v1::RotateCredentialRequest& request,
                      const std::shared_ptr<GameSession>& session,
                      GameHost::Done<v1::RotateCredentialResponse> done);

void RevokeCredential(HostCore& core, const Caller& caller,
                      const v1::RevokeCredentialRequest& request,
                      const std::shared_ptr<GameSession>& session,
                      GameHost::Done<v1::RevokeCredentialResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_LOBBY_H_

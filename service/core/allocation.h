#ifndef MEEPLE_SERVICE_CORE_ALLOCATION_H_
#define MEEPLE_SERVICE_CORE_ALLOCATION_H_

// AllocateGames: many games at once for a matchmaker, each with a result of its own. Thread-safe.
//
//   AllocateGames(core, caller, request, [](absl::StatusOr<v1::AllocateGamesResponse> answer) {});

#include "meeple/v1/allocation_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"

namespace meeple::service {

// See AllocationService.AllocateGames. `core` must live until `done` is called, with
// CREDENTIAL_REQUIRED, ROLE_REQUIRED, SERVER_DRAINING, or a result for each game.
void AllocateGames(HostCore& core, const Caller& caller, const v1::AllocateGamesRequest& request,
                   GameHost::Done<v1::AllocateGamesResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_ALLOCATION_H_

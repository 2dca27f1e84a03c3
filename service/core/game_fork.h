#ifndef MEEPLE_SERVICE_CORE_GAME_FORK_H_
#define MEEPLE_SERVICE_CORE_GAME_FORK_H_

// ForkGame: a new game whose opening is what stood of another one. Thread-safe.
//
//   ForkGame(core, caller, request, [](absl::StatusOr<v1::ForkGameResponse> answer) {...});

#include "meeple/v1/game_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"

namespace meeple::service {

// See GameService.ForkGame. `core` must live until `done` is called. A repeat is told from its
// request id alone, before anybody asks how the forked game stands.
void ForkGame(HostCore& core, const Caller& caller, const v1::ForkGameRequest& request,
              GameHost::Done<v1::ForkGameResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_FORK_H_

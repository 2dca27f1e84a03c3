#ifndef MEEPLE_SERVICE_CORE_LOG_CALLS_H_
#define MEEPLE_SERVICE_CORE_LOG_CALLS_H_

// The calls that read the log of a game which the caller may read: ListEvents and WatchGame.

#include <memory>

#include "meeple/v1/game_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"
#include "service/core/watch.h"

namespace meeple::service {

void ListEventsFrom(HostCore& core, const Caller& caller, const v1::ListEventsRequest& request,
                    const std::shared_ptr<GameSession>& session,
                    GameHost::Done<v1::ListEventsResponse> done);

// For `stream` see GameHost::OpenWatch.
void OpenWatchOf(HostCore& core, const Caller& caller, const v1::WatchGameRequest& request,
                 const std::shared_ptr<GameSession>& session,
                 const std::weak_ptr<WatchStream>& stream,
                 const GameHost::Done<std::unique_ptr<Watch>>& done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_LOG_CALLS_H_

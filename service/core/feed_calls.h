#ifndef MEEPLE_SERVICE_CORE_FEED_CALLS_H_
#define MEEPLE_SERVICE_CORE_FEED_CALLS_H_

// The calls that watch a feed: WatchLobby and WatchResults. For `stream` see GameHost::OpenWatch.

#include <memory>

#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"
#include "service/core/watch.h"

namespace meeple::service {

void OpenLobbyWatch(HostCore& core, const v1::WatchLobbyRequest& request,
                    const std::weak_ptr<WatchStream>& stream,
                    const GameHost::Done<std::unique_ptr<Watch>>& done);

void OpenResultsWatch(HostCore& core, const Caller& caller, const v1::WatchResultsRequest& request,
                      const std::weak_ptr<WatchStream>& stream,
                      const GameHost::Done<std::unique_ptr<Watch>>& done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_FEED_CALLS_H_

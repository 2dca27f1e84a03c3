#ifndef MEEPLE_SERVICE_CORE_GAME_LISTER_H_
#define MEEPLE_SERVICE_CORE_GAME_LISTER_H_

// Lists games from what the journal keeps of them; no game comes into memory for it. The narrowest
// list that the filters allow is walked from the newest game on, at most kMostVisited games for one
// page, so that a page costs the same however many games are stored; where few of them pass the
// filters a page is short, or empty, though others follow.

#include "absl/status/statusor.h"
#include "meeple/v1/lobby_service.pb.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"
#include "service/journal/game_index.h"

namespace meeple::service {

// How many games are looked at for one page.
inline constexpr int kMostVisited = 1'000;

// One page, without `sequence`. INVALID_FIELD for the token of another list, JOURNAL_UNAVAILABLE,
// JOURNAL_CORRUPT where the list itself is damaged. A game of which what lists tell is damaged is
// left out; `on_unreadable` is told of either. Reads the journal, so it may wait for a disk.
absl::StatusOr<v1::ListGamesResponse> ListGames(const GameIndex& index,
                                                const v1::ListGamesRequest& request,
                                                const OnUnreadable& on_unreadable = {});

// The same on a thread of its own; OVERLOADED where too many wait.
void ListGames(HostCore& core, const v1::ListGamesRequest& request,
               GameHost::Done<v1::ListGamesResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_LISTER_H_

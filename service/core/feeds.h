#ifndef MEEPLE_SERVICE_CORE_FEEDS_H_
#define MEEPLE_SERVICE_CORE_FEEDS_H_

// Which feeds there are, what a call on a game adds to them, and what is told of it. Pure
// functions.
//
//   lobby            what changes in the list of public games
//   results/<key>    a result for each game that the API key created, once it is final
//   creations/<key>  the id of each game that the API key created; of a game from before there were
//                    feeds only with its result, so that no result is there without it

#include <string>
#include <string_view>
#include <vector>

#include "meeple/storage/v1/feed.pb.h"
#include "service/core/event_group.h"
#include "service/core/feed_log.h"
#include "service/core/game_listing.h"
#include "service/core/game_state.h"
#include "service/journal/feed.h"
#include "service/journal/game_index.h"

namespace meeple::service {

inline constexpr std::string_view kLobbyFeed = "lobby";
std::string ResultsFeed(const std::string& key_name);
std::string CreationsFeed(const std::string& key_name);

// What a call adds that did `events`, changed `lists` and left `after`.
std::vector<FeedEntry> FeedEntriesOf(const Standing& before, const GameState& after,
                                     const EventGroup& events, const ListChange& lists);

// What a game that comes from another journal, with all its events, adds.
std::vector<FeedEntry> FeedEntriesOfImported(const GameState& state);

// An item of the lobby.
struct LobbyItem : FeedItem {
  storage::v1::LobbyEntry entry;
};

// How the items of a feed are made: LobbyItems of the lobby.
FeedFormat FormatOfFeed(std::string_view name);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_FEEDS_H_

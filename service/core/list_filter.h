#ifndef MEEPLE_SERVICE_CORE_LIST_FILTER_H_
#define MEEPLE_SERVICE_CORE_LIST_FILTER_H_

// Which games of the lobby a caller asked for. Immutable.
//
//   const ListFilter filter = ListFilter::Of(request);
//   if (filter.Passes(game)) ...

#include <string>

#include "google/protobuf/map.h"
#include "meeple/storage/v1/feed.pb.h"
#include "meeple/v1/lobby_service.pb.h"

namespace meeple::service {

class ListFilter {
 public:
  static ListFilter Of(const v1::ListGamesRequest& request);
  static ListFilter Of(const v1::WatchLobbyRequest& request);

  bool Passes(const v1::ListedGame& game) const;
  // Whether the game of an entry of the lobby passed before the event of it. REQUIRES: the filter
  // is of a WatchLobbyRequest.
  bool PassedBefore(const storage::v1::LobbyEntry& entry) const;

  // True if every game passes.
  bool all() const;
  // The narrowest list of the journal that has all games that pass.
  std::string NarrowestList() const;

 private:
  // What never changes of a game.
  bool PassesForLife(const v1::ListedGame& game) const;

  std::string kind_;
  v1::GameStatus status_ = v1::GAME_STATUS_UNSPECIFIED;
  bool open_seats_ = false;
  // Names as they are stored.
  std::string player_id_;
  std::string waiting_for_;
  google::protobuf::Map<std::string, std::string> labels_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_LIST_FILTER_H_

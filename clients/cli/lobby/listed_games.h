#ifndef MEEPLE_CLIENTS_CLI_LOBBY_LISTED_GAMES_H_
#define MEEPLE_CLIENTS_CLI_LOBBY_LISTED_GAMES_H_

// The games of the lobby: read once, then kept by events. Not thread-safe.
//
//   ListedGames games(page.games());
//   games.Apply(event);
//   for (const v1::ListedGame* game : games.NewestFirst()) ...

#include <google/protobuf/repeated_field.h>

#include <map>
#include <string>
#include <vector>

#include "clients/cli/style.h"
#include "meeple/v1/lobby_service.pb.h"

namespace meeple::cli {

// "ID  tic_tac_toe, size 3; X against an open seat as O; open", with a line break.
std::string LineOf(const v1::ListedGame& game, const Style& style);

class ListedGames {
 public:
  void Add(const v1::ListedGame& game) { games_[game.game_id()] = game; }
  // False if the event changed nothing: what is gone was not there.
  bool Apply(const v1::LobbyEvent& event);

  // Valid until the next change.
  std::vector<const v1::ListedGame*> NewestFirst() const;
  bool empty() const { return games_.empty(); }
  void clear() { games_.clear(); }

 private:
  std::map<std::string, v1::ListedGame> games_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_LOBBY_LISTED_GAMES_H_

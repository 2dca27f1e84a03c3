#ifndef MEEPLE_SERVICE_CORE_GAME_LISTING_H_
#define MEEPLE_SERVICE_CORE_GAME_LISTING_H_

// In which lists of games a game stands, and what they tell of it. Moves change neither, so that
// they cost nothing here: only who sits in it and how it stands does. Private games are in no list.
// Pure functions.
//
//   const Standing before = StandingOf(state);
//   ... a call changes the state ...
//   commit.lists = ListChangeOf(before, state, views.everyone);

#include <string>

#include "meeple/v1/lobby_service.pb.h"
#include "service/core/event_group.h"
#include "service/core/game_scoring.h"
#include "service/core/game_state.h"
#include "service/journal/game_index.h"

namespace meeple::service {

// The names of the lists, as they are stored. Every game is in the first one.
std::string ListOfAll();
std::string ListOfOpenSeats();
std::string ListOfStatus(v1::GameStatus status);
std::string ListOfPlayer(const std::string& player_id);

// What of a game decides in which lists it stands, apart from its players, and what it counts for.
struct Standing {
  v1::GameStatus status = v1::GAME_STATUS_UNSPECIFIED;  // unspecified before it is created
  bool has_open_seat = false;
  GameResults results = {};  // what it counts for
};
Standing StandingOf(const GameState& state);

// What a call changes in the lists that did `events` and left `after`.
ListChange ListChangeOf(const Standing& before, const GameState& after, const EventGroup& events);

// What lists tell of a game, apart from the position, which every move changes.
v1::ListedGame ListedGameOf(const GameState& state);
// The same with the position.
v1::ListedGame ListedGameWithPosition(const GameState& state);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_LISTING_H_

#ifndef MEEPLE_ENGINE_TESTING_FIND_GAME_KIND_H_
#define MEEPLE_ENGINE_TESTING_FIND_GAME_KIND_H_

// One kind of game out of the registry, by its id.
//
//   auto game = MakeGame(FindGameKind("gomoku"), {{"size", "9"}}, MakePlayers(2), {});

#include <algorithm>
#include <string_view>

#include "engine/games/all_games.h"

namespace meeple::engine {

// REQUIRES: there is a kind with that id.
inline const GameKind& FindGameKind(std::string_view id) {
  return *std::ranges::find(AllGameKinds(), id, &GameKind::id);
}

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_FIND_GAME_KIND_H_

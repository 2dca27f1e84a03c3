#include "engine/games/all_games.h"

#include <algorithm>

namespace meeple::engine {

#define GAME(name) \
  namespace name { \
  GameKind Kind(); \
  }
#include "engine/games/games.inc"
#undef GAME

const std::vector<GameKind>& AllGameKinds() {
  // Never destroyed, so that it outlives whoever still plays when the process ends.
  static const auto* kinds = [] {
    auto* table = new std::vector<GameKind>{
#define GAME(name) name::Kind(),
#include "engine/games/games.inc"
#undef GAME
    };
    std::sort(table->begin(), table->end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    return table;
  }();
  return *kinds;
}

}  // namespace meeple::engine

#ifndef MEEPLE_ENGINE_TESTING_GAME_KIND_IDS_H_
#define MEEPLE_ENGINE_TESTING_GAME_KIND_IDS_H_

// What a test is repeated for that every kind of game has to pass.
//
//   INSTANTIATE_TEST_SUITE_P(All, MyTest, testing::ValuesIn(engine::AllGameKindIds()),
//                            [](const auto& id) { return id.param; });

#include <string>
#include <vector>

#include "engine/games/all_games.h"

namespace meeple::engine {

// The id of every kind of game, sorted.
inline std::vector<std::string> AllGameKindIds() {
  std::vector<std::string> ids;
  for (const GameKind& kind : AllGameKinds()) ids.push_back(kind.id);
  return ids;
}

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_GAME_KIND_IDS_H_

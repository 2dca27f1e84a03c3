#ifndef MEEPLE_ENGINE_TESTING_MAKE_PLAYERS_H_
#define MEEPLE_ENGINE_TESTING_MAKE_PLAYERS_H_

#include <string>
#include <vector>

#include "engine/core/types.h"

namespace meeple::engine {

// The first `count` of the players X, O, A, B, C, D, E, F, each with its id as symbol.
inline std::vector<Player> MakePlayers(int count) {
  const std::string symbols = "XOABCDEFGHIJ";
  std::vector<Player> players;
  players.reserve(count);
  for (int seat = 0; seat < count; ++seat) {
    players.push_back({.id = symbols.substr(seat, 1), .symbol = symbols[seat]});
  }
  return players;
}

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_MAKE_PLAYERS_H_

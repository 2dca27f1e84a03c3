#ifndef MEEPLE_ENGINE_TESTING_CONFORMANCE_H_
#define MEEPLE_ENGINE_TESTING_CONFORMANCE_H_

// What a game brings along so that the conformance suite can try it: a slow, obvious second
// implementation of its rules and the settings to play. A game's folder exports it from
// <game>_oracle.cc as meeple::engine::<game>::MakeConformance().

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/core/game_kind.h"
#include "engine/core/game_log.h"
#include "engine/core/move.h"
#include "engine/core/types.h"

namespace meeple::engine {

// One way of setting up a game, and how it is tried.
struct ConformanceSetup {
  std::string name;  // letters and digits
  std::map<std::string, std::string> parameters;
  int players = 2;
  int games = 1'000;  // random games, by the seeds 0, 1, 2, ...
  int max_turns = 0;  // no game is longer
  // How many of these games show each rare case, so that what the suite covers cannot vanish.
  std::map<std::string, int> rare_cases;
};

// What was played, for a reference that knows nothing else.
struct PlayedGame {
  const Parameters& parameters;
  int seats = 0;
  uint64_t seed = 0;  // GameOptions::seed
  std::span<const Ply> plies;
};

// What the slow rules say after the plies.
struct ReferenceState {
  GameStatus status = GameStatus::kInProgress;
  SeatIndex winner = kNoSeat;
  SeatIndex to_move = kNoSeat;  // kNoSeat once it is over
  std::vector<Move> legal_moves = {};
};

struct Conformance {
  std::string kind;
  std::vector<ConformanceSetup> setups;
  // Every move that somebody might try, all legal ones among them, some off the board.
  std::vector<Move> (*universe)(const Parameters& parameters) = nullptr;
  ReferenceState (*reference)(const PlayedGame& played) = nullptr;
  // The rare cases that a finished game shows.
  std::vector<std::string> (*rare_cases)(const PlayedGame& played) = nullptr;
  // For a kind with hidden parts, else null: as many moves as there are plies, a game that `viewer`
  // cannot tell from the played one by anything that it was shown. What stays hidden from it is
  // drawn from `seed`; the played moves again where nothing else is found.
  std::vector<Move> (*twin)(const PlayedGame& played, Viewer viewer, uint64_t seed) = nullptr;
};

// That of every game in games.inc.
const std::vector<Conformance>& AllConformances();

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_CONFORMANCE_H_

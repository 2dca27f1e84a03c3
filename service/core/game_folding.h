#ifndef MEEPLE_SERVICE_CORE_GAME_FOLDING_H_
#define MEEPLE_SERVICE_CORE_GAME_FOLDING_H_

// A game as its stored events make it: the state is a fold of them, and nothing else is needed.
// Pure functions.
//
//   absl::StatusOr<GameHistory> history = FoldGame(game_id, records, limits);

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "engine/games/all_games.h"
#include "service/core/event_log.h"
#include "service/core/game_setup.h"
#include "service/core/game_state.h"
#include "service/journal/journal.h"

namespace meeple::service {

// All that a session knows of its game.
struct GameHistory {
  std::unique_ptr<GameState> state;
  // Fingerprint of the call that made the game; empty if it had no request id.
  std::string creation;
  EventLog log = EventLog();
  // By digest of the request id: the events of its answer.
  absl::flat_hash_map<std::string, EventRange> answered = {};

  // About how much memory it takes beside what the setup takes.
  size_t bytes() const;

  // Takes in a group that `state` already contains; `finishes` if a GameFinished is among it.
  void Append(std::span<const SharedRecord> group, bool finishes);
};

struct FoldLimits {
  StateLimits state = {};
  // The kinds that games may be of; they must outlive the game.
  GameKinds kinds = engine::AllGameKinds();
  // How the log of the game keeps them: see EventLog.
  EventLog log = EventLog();
};

// The game of these records, which are all it has. DATA_LOSS, with the first event that does not
// fit, if no calls could have made them: out of order, a group cut off, an illegal move, a cursor
// that is not the one of the game.
absl::StatusOr<GameHistory> FoldGame(const std::string& game_id,
                                     std::span<const SharedRecord> records,
                                     const FoldLimits& limits);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_FOLDING_H_

#ifndef MEEPLE_SERVICE_CORE_GAME_SUMMARY_H_
#define MEEPLE_SERVICE_CORE_GAME_SUMMARY_H_

// What is kept of a game beside its events, and what is to be done for it without a call. Pure
// functions.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "meeple/storage/v1/summary.pb.h"
#include "service/core/game_state.h"
#include "service/journal/game_index.h"

namespace meeple::service {

// What is to be done for a game: AgendaItem::kind. The numbers are stored.
enum class AgendaKind {
  kFinal = 1,      // its result becomes final
  kBotTurn = 2,    // a bot is to move: due at once
  kFlag = 3,       // the time of the seat to move is up
  kFirstMove = 4,  // the seat to move has not made its first move in time
  kUnstarted = 5,  // not all seats were taken in time
  kPresence = 6,   // it is looked whether the seats are there: from the start on, so due at once
  kOffer = 7,      // the first of its offers expires
};

// A move that reached the server in time, and is still on its way to its game, has so long before
// the flag falls.
inline constexpr absl::Duration kFlagGrace = absl::Milliseconds(25);

// What is to be done for the game. Sorted.
std::vector<AgendaItem> AgendaOf(const GameState& state);

// When a game is to be woken for an item, by the clock's uptime; none for what is not a matter of
// time.
std::optional<absl::Duration> WakeTimeOf(const AgendaItem& item);

// The item that a game is to be woken for first; none if there is none.
std::optional<AgendaItem> FirstToWakeFor(const std::vector<AgendaItem>& agenda);

storage::v1::GameSummary SummaryOf(const GameState& state, const std::vector<AgendaItem>& agenda);

// The agenda that a stored summary names. DATA_LOSS for bytes that are none.
absl::StatusOr<std::vector<AgendaItem>> AgendaOfSummary(const std::string& summary);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_SUMMARY_H_

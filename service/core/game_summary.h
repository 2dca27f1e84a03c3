#ifndef MEEPLE_SERVICE_CORE_GAME_SUMMARY_H_
#define MEEPLE_SERVICE_CORE_GAME_SUMMARY_H_

// What is kept of a game beside its events, and what is to be done for it without a call. Pure
// functions.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "meeple/storage/v1/summary.pb.h"
#include "service/core/game_state.h"
#include "service/journal/game_index.h"

namespace meeple::service {

// What is to be done for a game: AgendaItem::kind. The numbers are stored.
enum class AgendaKind {
  kFinal = 1,    // its result becomes final
  kBotTurn = 2,  // a bot is to move: due at once
};

// What is to be done for the game, given the game time of its newest event. Sorted.
std::vector<AgendaItem> AgendaOf(const GameState& state, int64_t game_time_milliseconds);

// When the result becomes final; -1 if that is not on the agenda.
int64_t FinalDue(const std::vector<AgendaItem>& agenda);

storage::v1::GameSummary SummaryOf(const GameState& state, const std::vector<AgendaItem>& agenda);

// The agenda that a stored summary names. DATA_LOSS for bytes that are none.
absl::StatusOr<std::vector<AgendaItem>> AgendaOfSummary(const std::string& summary);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_SUMMARY_H_

#include "service/core/game_summary.h"

#include <algorithm>

#include "absl/time/time.h"
#include "service/core/conversion.h"

namespace meeple::service {

std::vector<AgendaItem> AgendaOf(const GameState& state) {
  std::vector<AgendaItem> agenda;
  if (state.BotToMove().has_value()) {
    // The same entry for all turns of bots that follow each other: nothing to write in between.
    agenda.push_back({.due_milliseconds = 0, .kind = static_cast<int>(AgendaKind::kBotTurn)});
  }
  const auto add = [&agenda](std::optional<int64_t> due, AgendaKind kind) {
    if (!due.has_value()) return;
    agenda.push_back({.due_milliseconds = *due, .kind = static_cast<int>(kind)});
  };
  add(state.final_due(), AgendaKind::kFinal);
  add(state.offers().NextDue(), AgendaKind::kOffer);
  add(state.clock().deadline(), AgendaKind::kFlag);
  add(state.first_move_due(), AgendaKind::kFirstMove);
  add(state.unstarted_due(), AgendaKind::kUnstarted);
  const bool is_watched_over = state.setup()->config.has_disconnect_grace() &&
                               state.game().cursor().status == engine::GameStatus::kInProgress;
  if (is_watched_over) add(0, AgendaKind::kPresence);
  std::ranges::sort(agenda);
  return agenda;
}

std::optional<absl::Duration> WakeTimeOf(const AgendaItem& item) {
  const absl::Duration due = absl::Milliseconds(item.due_milliseconds);
  switch (static_cast<AgendaKind>(item.kind)) {
    case AgendaKind::kFinal:
    case AgendaKind::kFirstMove:
    case AgendaKind::kUnstarted:
    case AgendaKind::kOffer:
      return due;
    case AgendaKind::kFlag:
      return due + kFlagGrace;
    case AgendaKind::kBotTurn:
    case AgendaKind::kPresence:
      break;
  }
  return std::nullopt;
}

std::optional<AgendaItem> FirstToWakeFor(const std::vector<AgendaItem>& agenda) {
  std::optional<AgendaItem> first;
  for (const AgendaItem& item : agenda) {
    const std::optional<absl::Duration> due = WakeTimeOf(item);
    if (due.has_value() && (!first.has_value() || *due < *WakeTimeOf(*first))) first = item;
  }
  return first;
}

storage::v1::GameSummary SummaryOf(const GameState& state, const std::vector<AgendaItem>& agenda) {
  storage::v1::GameSummary summary;
  const engine::TurnCursor& cursor = state.game().cursor();
  const engine::SeatIndex winner = state.game().outcome().winner;
  summary.set_kind(state.setup()->kind->id);
  summary.set_sequence(state.sequence());
  summary.set_status(ToProto(cursor.status));
  summary.set_turn_index(cursor.turn_index);
  summary.set_turns(cursor.turns);
  if (winner != engine::kNoSeat) summary.set_winner(state.game().players()[winner].id);
  summary.set_final(state.final());
  summary.set_private_(state.setup()->is_private());
  summary.set_created_milliseconds(absl::ToUnixMillis(state.created()));
  for (const AgendaItem& item : agenda) {
    storage::v1::AgendaItem& stored = *summary.add_agenda();
    stored.set_due_milliseconds(item.due_milliseconds);
    stored.set_kind(item.kind);
  }
  return summary;
}

absl::StatusOr<std::vector<AgendaItem>> AgendaOfSummary(const std::string& summary) {
  storage::v1::GameSummary parsed;
  if (!parsed.ParseFromString(summary)) return absl::DataLossError("the summary is unreadable");
  std::vector<AgendaItem> agenda;
  for (const storage::v1::AgendaItem& item : parsed.agenda()) {
    agenda.push_back({.due_milliseconds = item.due_milliseconds(), .kind = item.kind()});
  }
  return agenda;
}

}  // namespace meeple::service

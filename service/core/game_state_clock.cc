// What passing time does to a game: its clocks, and what happens when they run out.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/event_text.h"
#include "google/protobuf/util/time_util.h"
#include "service/core/clock_config.h"
#include "service/core/conversion.h"
#include "service/core/errors.h"
#include "service/core/game_state.h"

namespace meeple::service {
namespace {

// Why a seat left the game for good.
std::string TextOfReason(engine::EndReason reason, const engine::Player& player) {
  switch (reason) {
    case engine::EndReason::kTime:
      return engine::TextOfFlag(player);
    case engine::EndReason::kForfeit:
      return engine::TextOfForfeit(player);
    default:
      return engine::TextOfResignation(player);
  }
}

}  // namespace

void GameState::ArriveAt(int64_t game_time_milliseconds) {
  call_time_ = std::max(newest_time_, game_time_milliseconds);
}

void GameState::PublishAt(absl::Duration uptime, absl::Duration arrived) {
  // Whoever called before the last event could be seen has taken no time.
  const absl::Duration taken_up = std::max(absl::Milliseconds(newest_time_), arrived - behind_);
  behind_ = std::max(behind_, uptime - taken_up);
}

absl::StatusOr<GroupViews> GameState::TakeFlag(absl::Time now) {
  const std::optional<int64_t> deadline = clock_.deadline();
  if (!deadline.has_value() || *deadline >= call_time_) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the time of the seat to move is not up");
  }
  const engine::SeatIndex seat = game_->cursor().turn_index;
  if (const auto refusal = game_->Resign(seat, engine::EndReason::kTime)) return Refused(*refusal);
  return TellOfLeaving(seat, engine::EndReason::kTime, "", now);
}

GroupViews GameState::TellOfLeaving(engine::SeatIndex seat, engine::EndReason reason,
                                    const std::string& actor, absl::Time now) {
  GroupViews group = NewGroup();
  Add(group, actor, [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(TextOfReason(reason, Player(seat)));
    event.mutable_seat_left()->set_seat(seat);
    event.mutable_seat_left()->set_reason(ToProto(reason));
  });
  CloseOffers(group, Happening::kSeatLeft);
  AddEnd(group, actor, now);
  return Seal(std::move(group), now);
}

// --- Games that nobody begins, or that somebody left alone ---

bool GameState::MayForfeit(engine::SeatIndex seat) const {
  return setup_->config.has_disconnect_grace() &&
         game_->cursor().status == engine::GameStatus::kInProgress && !seats_.IsBot(seat) &&
         game_->IsPlaying(seat);
}

absl::StatusOr<GroupViews> GameState::Forfeit(engine::SeatIndex seat, absl::Time now) {
  if (!MayForfeit(seat)) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "nobody waits for the seat");
  }
  if (const auto refusal = game_->Resign(seat, engine::EndReason::kForfeit)) {
    return Refused(*refusal);
  }
  return TellOfLeaving(seat, engine::EndReason::kForfeit, "", now);
}

absl::StatusOr<GroupViews> GameState::EndDeserted(absl::Time now) {
  if (game_->cursor().status != engine::GameStatus::kInProgress) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the game is not being played");
  }
  return EndWithoutWinner(engine::EndReason::kAbandoned, now);
}

std::optional<int64_t> GameState::unstarted_due() const {
  if (sequence_ == 0 || game_->cursor().status != engine::GameStatus::kNotStarted) {
    return std::nullopt;
  }
  return created_time_ + absl::ToInt64Milliseconds(limits_.unstarted_after);
}

absl::StatusOr<GroupViews> GameState::EndUnstarted(absl::Time now) {
  const std::optional<int64_t> due = unstarted_due();
  if (!due.has_value() || *due > call_time_) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the game is not waited for too long");
  }
  return EndWithoutWinner(engine::EndReason::kNeverStarted, now);
}

std::optional<int64_t> GameState::first_move_due() const {
  const engine::TurnCursor& cursor = game_->cursor();
  if (!setup_->config.has_first_move_time() || cursor.status != engine::GameStatus::kInProgress ||
      HasMoved(cursor.turn_index)) {
    return std::nullopt;
  }
  return position_time_ +
         google::protobuf::util::TimeUtil::DurationToMilliseconds(setup_->config.first_move_time());
}

absl::StatusOr<GroupViews> GameState::AbortUnmoved(absl::Time now) {
  const std::optional<int64_t> due = first_move_due();
  if (!due.has_value() || *due > call_time_) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "no first move is waited for too long");
  }
  return EndWithoutWinner(engine::EndReason::kAborted, now);
}

GroupViews GameState::EndWithoutWinner(engine::EndReason reason, absl::Time now) {
  game_->Abandon(reason);
  GroupViews group = NewGroup();
  AddEnd(group, "", now);
  return Seal(std::move(group), now);
}

// --- The clocks are a fold of the events ---

void GameState::FollowClocks(const EventGroup& group) {
  newest_time_ = call_time_;
  if (group.front().has_game_created()) created_time_ = newest_time_;
  if (!ChangesPosition(group)) return;
  position_time_ = newest_time_;
  if (!clock_.timed()) return;
  clock_.Stop(newest_time_);
  for (const v1::GameEvent& event : group) {
    if (event.has_move_applied()) clock_.AddMove(game_->log().standing().back().seat);
    if (event.has_move_undone()) clock_.TakeBack();
    if (event.has_move_redone()) clock_.BringBack();
  }
  const engine::TurnCursor& cursor = game_->cursor();
  if (cursor.status == engine::GameStatus::kInProgress) clock_.Run(cursor.turn_index, newest_time_);
}

absl::Status GameState::CheckClocks(const v1::GameEvent& event) const {
  google::protobuf::RepeatedPtrField<v1::Clock> clocks;
  AddClocks(clock_.At(newest_time_), clocks);
  const bool same = std::ranges::equal(
      event.clocks(), clocks, [](const v1::Clock& told, const v1::Clock& counted) {
        return told.SerializeAsString() == counted.SerializeAsString();
      });
  if (same) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("event ", event.sequence(), ": the clocks are otherwise than it says"));
}

}  // namespace meeple::service

// How a game is rebuilt from its events: by the same engine, with every step checked, so that no
// stored byte can lead where no call could have led.

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "service/core/conversion.h"
#include "service/core/game_state.h"

namespace meeple::service {
namespace {

absl::Status CannotHappen(const std::string& why) {
  return absl::DataLossError(absl::StrCat("it cannot happen: ", why));
}

absl::Status CheckAccepted(const std::optional<engine::Refusal>& refusal) {
  return refusal.has_value() ? CannotHappen(refusal->message) : absl::OkStatus();
}

// Why a seat left a game that had started.
std::optional<engine::EndReason> ReasonToLeave(v1::EndReason reason) {
  switch (reason) {
    case v1::END_REASON_RESIGNATION:
      return engine::EndReason::kResignation;
    case v1::END_REASON_TIME:
      return engine::EndReason::kTime;
    case v1::END_REASON_FORFEIT:
      return engine::EndReason::kForfeit;
    default:
      return std::nullopt;
  }
}

// Why a game ended that nobody won or gave up.
std::optional<engine::EndReason> ReasonToCallOff(v1::EndReason reason) {
  switch (reason) {
    case v1::END_REASON_TURN_LIMIT:
      return engine::EndReason::kTurnLimit;
    case v1::END_REASON_ABANDONED:
      return engine::EndReason::kAbandoned;
    case v1::END_REASON_ABORTED:
      return engine::EndReason::kAborted;
    case v1::END_REASON_NEVER_STARTED:
      return engine::EndReason::kNeverStarted;
    default:
      return std::nullopt;
  }
}

bool SameCursor(const v1::TurnCursor& a, const v1::TurnCursor& b) {
  return a.status() == b.status() && a.turn_index() == b.turn_index() && a.turns() == b.turns();
}

}  // namespace

absl::Status GameState::Follow(const EventGroup& group, const std::string& secret) {
  for (const v1::GameEvent& event : group) {
    if (absl::Status status = FollowEvent(event, secret); !status.ok()) {
      return absl::DataLossError(absl::StrCat("event ", event.sequence(), ": ", status.message()));
    }
  }
  if (!SameCursor(group.back().cursor(), ToProto(game_->cursor())) || !OffersFit()) {
    return absl::DataLossError(absl::StrCat("event ", group.back().sequence(),
                                            ": the game stands otherwise after it than it says"));
  }
  FollowClocks(group);
  return CheckClocks(group.back());
}

absl::Status GameState::FollowEvent(const v1::GameEvent& event, const std::string& secret) {
  if (event.sequence() != sequence_ + 1) return CannotHappen("it is not the next event");
  if (final_) return CannotHappen("the game was final");
  if (absl::Status status = FollowDetail(event, secret); !status.ok()) return status;
  Count(event);
  last_time_ = FromProto(event.time());
  return absl::OkStatus();
}

absl::Status GameState::FollowDetail(const v1::GameEvent& event, const std::string& secret) {
  switch (event.detail_case()) {
    case v1::GameEvent::kGameCreated:
      return FollowCreation(event);
    case v1::GameEvent::kGameStarted:
      return FollowStart();
    case v1::GameEvent::kMoveApplied:
      return FollowMove(event.move_applied().move());
    case v1::GameEvent::kMoveUndone:
      return CheckAccepted(game_->Undo());
    case v1::GameEvent::kMoveRedone:
      return CheckAccepted(game_->Redo());
    case v1::GameEvent::kSeatTaken:
      return FollowTaking(event.seat_taken());
    case v1::GameEvent::kSeatLeft:
      return FollowLeaving(event.seat_left());
    case v1::GameEvent::kCredentialRotated:
      return FollowRenewal(event.credential_rotated());
    case v1::GameEvent::kControllerChanged:
      return FollowController(event.controller_changed(), secret);
    case v1::GameEvent::kOfferMade:
      return FollowOffer(event);
    case v1::GameEvent::kOfferAnswered:
      return FollowAnswer(event);
    case v1::GameEvent::kGameFinished:
      return FollowEnd(event.game_finished());
    case v1::GameEvent::kGameFinal:
      return FollowFinal(event.game_final());
    case v1::GameEvent::DETAIL_NOT_SET:
      break;
  }
  return CannotHappen("this release does not know such an event");
}

absl::Status GameState::FollowCreation(const v1::GameEvent& event) {
  if (sequence_ != 0) return CannotHappen("the game had been created");
  created_ = FromProto(event.time());
  return absl::OkStatus();
}

absl::Status GameState::FollowStart() {
  if (game_->cursor().status != engine::GameStatus::kNotStarted) {
    return CannotHappen("the game had started");
  }
  if (!seats_.AllTaken()) return CannotHappen("seats were not taken");
  Start();
  return absl::OkStatus();
}

absl::Status GameState::FollowMove(const v1::Move& move) {
  const absl::StatusOr<engine::Move> parsed = FromProto(move, *setup_->kind);
  if (!parsed.ok()) return CannotHappen(std::string(parsed.status().message()));
  const engine::SeatIndex seat = game_->cursor().turn_index;
  if (!setup_->HasSeat(seat) || Player(seat).id != move.player_id()) {
    return CannotHappen("it was not that player's turn");
  }
  return CheckAccepted(game_->Submit(seat, *parsed));
}

absl::Status GameState::FollowEnd(const v1::GameFinished& finished) {
  if (!game_->over()) {
    const std::optional<engine::EndReason> reason = ReasonToCallOff(finished.end_reason());
    if (!reason.has_value()) return CannotHappen("the game was not over");
    game_->Abandon(*reason);
  }
  if (finished.end_reason() != ToProto(game_->outcome().reason)) {
    return CannotHappen("the game ended for another reason");
  }
  return CheckWinner(finished.winner());
}

absl::Status GameState::FollowFinal(const v1::GameFinal& final) {
  if (!game_->over()) return CannotHappen("the game was not over");
  final_ = true;
  return CheckWinner(final.winner());
}

absl::Status GameState::CheckWinner(const std::string& told) const {
  const engine::SeatIndex winner = game_->outcome().winner;
  const std::string id = winner == engine::kNoSeat ? std::string() : Player(winner).id;
  return told == id ? absl::OkStatus() : CannotHappen("somebody else has won");
}

absl::Status GameState::FollowTaking(const v1::SeatTaken& taken) {
  const engine::SeatIndex seat = taken.seat();
  if (!setup_->HasSeat(seat) || seats_.IsTaken(seat) || game_->over()) {
    return CannotHappen("there is no such seat to take");
  }
  if (taken.player_id().empty() || !CheckNameIsFree(taken.player_id(), seat).ok()) {
    return CannotHappen("the name of the player is another's");
  }
  seats_.Take(seat);
  game_->SetPlayerId(seat, taken.player_id());
  return CheckEpoch(taken.epoch(), seats_.epoch(seat));
}

absl::Status GameState::FollowLeaving(const v1::SeatLeft& left) {
  if (!setup_->HasSeat(left.seat())) return CannotHappen("there is no such seat");
  return game_->cursor().status == engine::GameStatus::kNotStarted ? FollowVacating(left)
                                                                   : FollowLeavingForGood(left);
}

absl::Status GameState::FollowVacating(const v1::SeatLeft& left) {
  const engine::SeatIndex seat = left.seat();
  if (!seats_.IsTaken(seat) || setup_->IsBot(seat)) {
    return CannotHappen("nobody was in the seat");
  }
  Vacate(seat);
  return CheckEpoch(left.epoch(), seats_.epoch(seat));
}

absl::Status GameState::FollowLeavingForGood(const v1::SeatLeft& left) {
  const std::optional<engine::EndReason> reason = ReasonToLeave(left.reason());
  if (!reason.has_value()) return CannotHappen("nobody leaves a game for such a reason");
  return CheckAccepted(game_->Resign(left.seat(), *reason));
}

absl::Status GameState::FollowRenewal(const v1::CredentialRotated& rotated) {
  const engine::SeatIndex seat = rotated.seat();
  if (!setup_->HasSeat(seat)) return CannotHappen("there is no such seat");
  if (rotated.kind() == v1::CREDENTIAL_KIND_INVITATION) {
    seats_.RenewInvitation(seat);
    return CheckEpoch(rotated.epoch(), seats_.invitation_epoch(seat));
  }
  seats_.RenewCredential(seat);
  return CheckEpoch(rotated.epoch(), seats_.epoch(seat));
}

absl::Status GameState::CheckEpoch(uint32_t told, uint32_t counted) {
  if (told == counted) return absl::OkStatus();
  return CannotHappen(absl::StrCat("the credential would have number ", counted, ", not ", told));
}

}  // namespace meeple::service

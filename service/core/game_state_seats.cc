// How seats of a game change hands: joining, leaving, credentials that are replaced.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/core/event_text.h"
#include "service/core/credential_epochs.h"
#include "service/core/errors.h"
#include "service/core/game_state.h"

namespace meeple::service {

// --- What calls do ---

absl::StatusOr<GroupViews> GameState::Join(const SeatRequest& request, absl::Time now) {
  const absl::StatusOr<engine::SeatIndex> found = FindSeat(request);
  if (!found.ok()) return found.status();
  const engine::SeatIndex seat = *found;
  const std::string& name = request.player_id.empty() ? KeptName(seat) : request.player_id;
  if (absl::Status free = CheckNameIsFree(name, seat); !free.ok()) return free;
  if (absl::Status room = CheckRoomForSeats(); !room.ok()) return room;
  if (absl::Status room = CheckRoom(2); !room.ok()) return room;
  seats_.Take(seat);
  game_->SetPlayerId(seat, name);
  GroupViews group = NewGroup();
  Add(group, name, [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(engine::TextOfJoining(Player(seat)));
    event.mutable_seat_taken()->set_seat(seat);
    event.mutable_seat_taken()->set_player_id(name);
    event.mutable_seat_taken()->set_epoch(seats_.epoch(seat));
  });
  if (seats_.AllTaken()) AddStart(group);
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::Leave(engine::SeatIndex seat, absl::Time now) {
  if (game_->cursor().status != engine::GameStatus::kNotStarted) return Resign(seat, now);
  if (absl::Status room = CheckRoom(3); !room.ok()) return room;
  const engine::Player leaver = Player(seat);
  Vacate(seat);
  GroupViews group = NewGroup();
  Add(group, leaver.id, [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(engine::TextOfLeaving(leaver));
    event.mutable_seat_left()->set_seat(seat);
    event.mutable_seat_left()->set_epoch(seats_.epoch(seat));
  });
  if (!IsWorthWaiting()) {
    game_->Abandon();
    AddEnd(group, leaver.id, now);
  }
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::RenewCredential(engine::SeatIndex seat,
                                                      const std::string& actor, absl::Time now) {
  // The rematch goes by the credentials of those who agreed on it.
  if (final_ || offers_.AgreedRematch() != nullptr) {
    return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is final");
  }
  const v1::SeatStatus status = StatusOf(seats_, setup_->config, seat);
  const bool has_holder = !seats_.IsBot(seat) || !setup_->IsBot(seat);
  if (!has_holder || status == v1::SEAT_STATUS_OPEN) {
    return InvalidField("seat", "there is no credential of it: it is open, or a bot's");
  }
  if (absl::Status room = CheckRoomForSeats(); !room.ok()) return room;
  if (absl::Status room = CheckRoom(1); !room.ok()) return room;
  const bool is_invitation = status == v1::SEAT_STATUS_INVITED;
  is_invitation ? seats_.RenewInvitation(seat) : seats_.RenewCredential(seat);
  GroupViews group = NewGroup();
  Add(group, actor, [&](v1::GameEvent& event, engine::Viewer) {
    const engine::Player& player = Player(seat);
    event.set_text(is_invitation ? engine::TextOfInvitation(player)
                                 : engine::TextOfRenewal(player));
    v1::CredentialRotated* rotated = event.mutable_credential_rotated();
    rotated->set_seat(seat);
    rotated->set_kind(is_invitation ? v1::CREDENTIAL_KIND_INVITATION : v1::CREDENTIAL_KIND_SEAT);
    rotated->set_epoch(is_invitation ? seats_.invitation_epoch(seat) : seats_.epoch(seat));
    rotated->set_player_id(player.id);
  });
  return Seal(std::move(group), now);
}

// --- Checks ---

absl::StatusOr<engine::SeatIndex> GameState::FindSeat(const SeatRequest& request) const {
  if (request.invitation.has_value() &&
      *request.invitation != seats_.invitation_epoch(*request.seat)) {
    return NotInForce();
  }
  if (game_->over()) return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is over");
  if (request.seat.has_value()) {
    if (!seats_.IsTaken(*request.seat)) return *request.seat;
    return MakeError(
        v1::ERROR_REASON_SEAT_TAKEN,
        absl::StrCat("seat ", *request.seat, " is taken by ", Player(*request.seat).id));
  }
  engine::SeatIndex first_open = engine::kNoSeat;
  for (engine::SeatIndex seat = seats_.size() - 1; seat >= 0; --seat) {
    if (StatusOf(seats_, setup_->config, seat) != v1::SEAT_STATUS_OPEN) continue;
    if (KeptName(seat) == request.player_id) return seat;
    first_open = seat;
  }
  if (first_open != engine::kNoSeat) return first_open;
  return MakeError(v1::ERROR_REASON_GAME_FULL, "no seat of the game is open");
}

absl::Status GameState::CheckNameIsFree(const std::string& name, engine::SeatIndex seat) const {
  for (engine::SeatIndex other = 0; other < seats_.size(); ++other) {
    if (other == seat || (Player(other).id != name && KeptName(other) != name)) continue;
    return InvalidField("player_id", absl::StrCat("seat ", other, " has this name: give another"));
  }
  return absl::OkStatus();
}

bool GameState::IsWorthWaiting() const {
  bool has_player = false;
  bool had_holder = false;
  for (engine::SeatIndex seat = 0; seat < seats_.size(); ++seat) {
    const bool is_held = setup_->config.seats(seat).has_held();
    had_holder = had_holder || is_held;
    if (seats_.IsTaken(seat)) {
      has_player = has_player || !setup_->IsBot(seat);
    } else if (is_held && setup_->is_private()) {
      return false;
    }
  }
  return has_player || !had_holder;
}

void GameState::Vacate(engine::SeatIndex seat) {
  seats_.Free(seat);
  game_->SetPlayerId(seat, KeptName(seat));
}

}  // namespace meeple::service

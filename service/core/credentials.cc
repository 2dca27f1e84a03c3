#include "service/core/credentials.h"

namespace meeple::service {
namespace {

v1::CredentialKind KindOf(CallerKind kind) {
  switch (kind) {
    case CallerKind::kSeat:
      return v1::CREDENTIAL_KIND_SEAT;
    case CallerKind::kInvitation:
      return v1::CREDENTIAL_KIND_INVITATION;
    default:
      return v1::CREDENTIAL_KIND_WATCH;
  }
}

v1::Credential Renewed(const ServerSecret& secret, const std::string& game_id,
                       const v1::CredentialRotated& rotated) {
  const bool is_invitation = rotated.kind() == v1::CREDENTIAL_KIND_INVITATION;
  return MakeCredential(secret,
                        {.kind = is_invitation ? CallerKind::kInvitation : CallerKind::kSeat,
                         .game_id = game_id,
                         .seat = rotated.seat(),
                         .epoch = rotated.epoch()},
                        rotated.player_id());
}

}  // namespace

v1::Credential MakeCredential(const ServerSecret& secret, const Caller& holder,
                              const std::string& player_id) {
  v1::Credential credential;
  credential.set_kind(KindOf(holder.kind));
  credential.set_seat(holder.kind == CallerKind::kWatch ? 0 : holder.seat);
  credential.set_player_id(player_id);
  credential.set_token(secret.SignCredential(holder));
  return credential;
}

v1::Credential CredentialOf(const ServerSecret& secret, const std::string& game_id,
                            const google::protobuf::RepeatedPtrField<v1::GameEvent>& events) {
  for (const v1::GameEvent& event : events) {
    if (event.has_credential_rotated()) {
      return Renewed(secret, game_id, event.credential_rotated());
    }
    if (!event.has_seat_taken()) continue;
    const v1::SeatTaken& taken = event.seat_taken();
    return MakeCredential(secret,
                          {.kind = CallerKind::kSeat,
                           .game_id = game_id,
                           .seat = taken.seat(),
                           .epoch = taken.epoch()},
                          taken.player_id());
  }
  return {};
}

}  // namespace meeple::service

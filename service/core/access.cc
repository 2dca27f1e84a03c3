#include "service/core/access.h"

#include "absl/strings/str_cat.h"
#include "service/core/api_keys.h"
#include "service/core/errors.h"

namespace meeple::service {

bool OverseesGame(const Caller& caller, const GameSetup& setup) {
  if (caller.kind != CallerKind::kApiKey) return false;
  return caller.role == Role::kAdmin || caller.key_name == setup.creator;
}

absl::Status CheckOversees(const Caller& caller, const GameSetup& setup) {
  if (OverseesGame(caller, setup)) return absl::OkStatus();
  const std::string why =
      "this needs the API key that created the game, or one of role admin: send it as metadata "
      "`authorization: Bearer k1...`";
  return MakeError(caller.kind == CallerKind::kAnonymous ? v1::ERROR_REASON_CREDENTIAL_REQUIRED
                                                         : v1::ERROR_REASON_ROLE_REQUIRED,
                   why);
}

absl::Status CheckRole(const Caller& caller, Role role, bool open) {
  if (caller.kind == CallerKind::kApiKey && caller.role == role) return absl::OkStatus();
  if (caller.kind == CallerKind::kAnonymous) {
    if (open) return absl::OkStatus();
    return MakeError(v1::ERROR_REASON_CREDENTIAL_REQUIRED,
                     absl::StrCat("this needs an API key of role ", std::string(NameOf(role)),
                                  ": send it as metadata `authorization: Bearer k1...`"));
  }
  return MakeError(v1::ERROR_REASON_ROLE_REQUIRED,
                   absl::StrCat("this needs an API key of role ", std::string(NameOf(role))));
}

absl::Status CheckSeatExists(const GameSetup& setup, engine::SeatIndex seat) {
  if (setup.HasSeat(seat)) return absl::OkStatus();
  return InvalidField("seat", absl::StrCat("from 0 to ", setup.bots.size() - 1));
}

bool PlayedBefore(const Caller& caller, const GameSetup& setup) {
  return caller.kind == CallerKind::kSeat && setup.config.has_rematch_of() &&
         setup.config.rematch_of().game_id() == caller.game_id;
}

absl::Status CheckExistsFor(const Caller& caller, const GameSetup& setup) {
  if (!setup.is_private() || caller.game_id == setup.game_id || OverseesGame(caller, setup) ||
      PlayedBefore(caller, setup)) {
    return absl::OkStatus();
  }
  return GameNotFound(setup.game_id);
}

absl::Status CheckIsOfGame(const Caller& caller, const GameSetup& setup) {
  if (caller.kind == CallerKind::kAnonymous || caller.kind == CallerKind::kApiKey ||
      caller.game_id == setup.game_id) {
    return absl::OkStatus();
  }
  return MakeError(v1::ERROR_REASON_WRONG_SEAT, "the credential is of another game");
}

absl::Status CheckMayRead(const Caller& caller, const GameSetup& setup,
                          const CredentialEpochs& epochs) {
  if (absl::Status status = CheckIsOfGame(caller, setup); !status.ok()) return status;
  return epochs.InForce(NumberOf(caller)) ? absl::OkStatus() : NotInForce();
}

absl::StatusOr<engine::SeatIndex> SeatOf(const Caller& caller, const GameSetup& setup) {
  if (caller.kind == CallerKind::kAnonymous) {
    return MakeError(v1::ERROR_REASON_CREDENTIAL_REQUIRED,
                     "playing needs the credential of a seat: send it as metadata "
                     "`authorization: Bearer m1...`");
  }
  if (absl::Status status = CheckIsOfGame(caller, setup); !status.ok()) return status;
  if (caller.kind == CallerKind::kApiKey) {
    return MakeError(v1::ERROR_REASON_ROLE_REQUIRED,
                     "an API key plays no seat: send the credential of the seat that acts");
  }
  if (caller.kind != CallerKind::kSeat) {
    return MakeError(v1::ERROR_REASON_ROLE_REQUIRED,
                     caller.kind == CallerKind::kInvitation
                         ? "an invitation plays nothing: take its seat with JoinGame first"
                         : "this credential may watch but not play");
  }
  return caller.seat;
}

}  // namespace meeple::service

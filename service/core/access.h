#ifndef MEEPLE_SERVICE_CORE_ACCESS_H_
#define MEEPLE_SERVICE_CORE_ACCESS_H_

// What a caller may do in a game. Pure functions over the proven caller and the game's setup.

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/core/types.h"
#include "service/core/caller.h"
#include "service/core/credential_epochs.h"
#include "service/core/game_setup.h"

namespace meeple::service {

// True for an API key that may see a game, and call it off, whoever plays it: the one that created
// it, and any of role admin.
bool OverseesGame(const Caller& caller, const GameSetup& setup);

// CREDENTIAL_REQUIRED, ROLE_REQUIRED unless the caller oversees the game.
absl::Status CheckOversees(const Caller& caller, const GameSetup& setup);

// CREDENTIAL_REQUIRED, ROLE_REQUIRED unless the caller has an API key of that role. Where a service
// is `open`, anyone who sends no credential passes too.
absl::Status CheckRole(const Caller& caller, Role role, bool open);

// INVALID_FIELD, of field `seat`, unless the game has the seat.
absl::Status CheckSeatExists(const GameSetup& setup, engine::SeatIndex seat);

// GAME_NOT_FOUND for a private game that the caller has no credential for, did not play the game
// before, and does not oversee.
absl::Status CheckExistsFor(const Caller& caller, const GameSetup& setup);

// Whether the caller has a seat of the game that this one is the rematch of.
bool PlayedBefore(const Caller& caller, const GameSetup& setup);

// WRONG_SEAT for a credential of another game.
absl::Status CheckIsOfGame(const Caller& caller, const GameSetup& setup);

// WRONG_SEAT for a credential of another game, CREDENTIAL_INVALID for one that is no longer in
// force. Anonymous callers and API keys may read what exists for them.
absl::Status CheckMayRead(const Caller& caller, const GameSetup& setup,
                          const CredentialEpochs& epochs);

// With whose eyes a caller who may read a game sees it.
inline engine::Viewer ViewerOf(const Caller& caller) {
  return caller.kind == CallerKind::kSeat ? caller.seat : engine::kSpectator;
}

// The seat that the caller plays if the credential is in force, which is for the session to say
// when it decides the call. CREDENTIAL_REQUIRED, WRONG_SEAT for a credential of another game,
// ROLE_REQUIRED for one that gives no seat.
absl::StatusOr<engine::SeatIndex> SeatOf(const Caller& caller, const GameSetup& setup);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_ACCESS_H_

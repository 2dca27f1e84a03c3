#ifndef MEEPLE_SERVICE_CORE_ACCESS_H_
#define MEEPLE_SERVICE_CORE_ACCESS_H_

// What a caller may do in a game. Pure functions over the proven caller and the game's setup.

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/core/types.h"
#include "service/core/caller.h"
#include "service/core/game_setup.h"

namespace meeple::service {

// The epoch of every credential that is in force.
inline constexpr uint32_t kCurrentEpoch = 1;

// GAME_NOT_FOUND for a private game that the caller has no credential for.
absl::Status CheckExistsFor(const Caller& caller, const GameSetup& setup);

// WRONG_SEAT for a credential of another game, CREDENTIAL_INVALID for one that is no longer in
// force. Anonymous callers may read.
absl::Status CheckMayRead(const Caller& caller, const GameSetup& setup);

// With whose eyes a caller who may read a game sees it.
inline engine::Viewer ViewerOf(const Caller& caller) {
  return caller.kind == CallerKind::kSeat ? caller.seat : engine::kSpectator;
}

// The seat that the caller plays. CREDENTIAL_REQUIRED, the errors of CheckMayRead, ROLE_REQUIRED
// for a credential that gives no seat.
absl::StatusOr<engine::SeatIndex> SeatOf(const Caller& caller, const GameSetup& setup);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_ACCESS_H_

#ifndef MEEPLE_SERVICE_CORE_REMATCH_H_
#define MEEPLE_SERVICE_CORE_REMATCH_H_

// Rematches: the game that follows one whose players agreed to play again. Its id follows from that
// of the game before, so that it is made once however often it is tried; the game before is final
// only once it is there.
//
// Thread-safe.

#include <functional>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "meeple/v1/game.pb.h"
#include "service/core/caller.h"
#include "service/core/game_session.h"
#include "service/core/game_setup.h"
#include "service/core/host_core.h"

namespace meeple::service {

// What the rematch is that all have agreed on: the same game with the same people, who take their
// seats by JoinGame. REQUIRES: they have agreed.
v1::GameConfig ConfigOfRematch(const GameState& state);

// Makes the rematch that was agreed on in `session`, tells the session, and calls `then`. Where it
// cannot be made now it is tried again in a second. Where it never can be, or there was no room for
// a minute, the session is told that there is none. `core` must live until then.
void MakeRematch(HostCore& core, const std::shared_ptr<GameSession>& session,
                 std::function<void()> then);

// The seat of a rematch that is kept for the caller, who has a seat of the game before; none for
// anybody else. CREDENTIAL_INVALID if the credential was not in force there at its end.
absl::StatusOr<std::optional<engine::SeatIndex>> SeatKeptFor(const Caller& caller,
                                                             const GameSetup& setup);

// As whom the caller reads a game: as itself, or, where it is the rematch of a game that the caller
// played or may watch, as the one who is invited to its seat or may watch this one.
Caller ReaderOf(const Caller& caller, const GameSetup& setup);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_REMATCH_H_

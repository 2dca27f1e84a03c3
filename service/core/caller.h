#ifndef MEEPLE_SERVICE_CORE_CALLER_H_
#define MEEPLE_SERVICE_CORE_CALLER_H_

// Who makes a call, as far as its credential proves it. A plain value. Whether the credential fits
// a game, and whether it is still of today's epoch, is decided once the game is known.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "engine/core/types.h"

namespace meeple::service {

enum class CallerKind {
  kAnonymous,   // no credential was sent: a spectator of public games
  kSeat,        // plays one seat of one game
  kWatch,       // watches one private game
  kInvitation,  // may take one seat of one game
  kApiKey,      // another service, or an operator
};

// What an API key is good for beside what anyone may do.
enum class Role {
  kMatchmaker,  // AllocationService
  kAdmin,       // AdminService, and every game
};

struct Caller {
  CallerKind kind = CallerKind::kAnonymous;
  std::string game_id = {};                  // set for kSeat, kWatch and kInvitation
  engine::SeatIndex seat = engine::kNoSeat;  // set for kSeat and kInvitation
  uint32_t epoch = 0;                        // raised when a credential is revoked
  Role role = Role::kMatchmaker;             // meaningful for kApiKey
  std::string key_name = {};                 // set for kApiKey: who it is, whichever key they use
  std::string key_digest = {};               // set for kApiKey: its SHA-256, which tells keys apart
  // When the call reached the server, by the clock's uptime; none: when its game is found.
  std::optional<absl::Duration> arrived = {};
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_CALLER_H_

#ifndef MEEPLE_SERVICE_CORE_CREDENTIAL_EPOCHS_H_
#define MEEPLE_SERVICE_CORE_CREDENTIAL_EPOCHS_H_

// Which credentials of a game are in force, as its durable events say; to be asked at any time
// without waiting for the game.
//
// Thread-safe.

#include <array>
#include <atomic>
#include <cstdint>

#include "absl/status/status.h"
#include "engine/core/types.h"
#include "service/core/caller.h"
#include "service/core/seats.h"

namespace meeple::service {

// What of a caller's credential decides whether it is in force.
struct CredentialNumber {
  CallerKind kind = CallerKind::kAnonymous;
  engine::SeatIndex seat = engine::kNoSeat;
  uint32_t epoch = 0;
};

inline CredentialNumber NumberOf(const Caller& caller) {
  return {.kind = caller.kind, .seat = caller.seat, .epoch = caller.epoch};
}

class CredentialEpochs {
 public:
  explicit CredentialEpochs(const Seats& seats) { Publish(seats); }

  void Publish(const Seats& seats);

  // True for a credential of this game that is in force, and for callers who have none to lose:
  // anonymous ones and API keys.
  bool InForce(const CredentialNumber& credential) const;

 private:
  using Epochs = std::array<std::atomic<uint32_t>, engine::kMaxSeats>;
  // By seat; 0, which no credential has, where there is none.
  Epochs seats_ = {};
  Epochs invitations_ = {};
};

// CREDENTIAL_INVALID for one that was replaced or given up.
absl::Status NotInForce();

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_CREDENTIAL_EPOCHS_H_

#include "service/core/credential_epochs.h"

#include "service/core/errors.h"

namespace meeple::service {

void CredentialEpochs::Publish(const Seats& seats) {
  for (engine::SeatIndex seat = 0; seat < seats.size(); ++seat) {
    seats_[seat].store(seats.epoch(seat), std::memory_order_relaxed);
    invitations_[seat].store(seats.invitation_epoch(seat), std::memory_order_relaxed);
  }
}

bool CredentialEpochs::InForce(const CredentialNumber& credential) const {
  if (credential.kind == CallerKind::kWatch) return credential.epoch == kFirstEpoch;
  const Epochs* epochs = nullptr;
  if (credential.kind == CallerKind::kSeat) epochs = &seats_;
  if (credential.kind == CallerKind::kInvitation) epochs = &invitations_;
  if (epochs == nullptr) return true;
  if (credential.seat < 0 || credential.seat >= engine::kMaxSeats) return false;
  return (*epochs)[credential.seat].load(std::memory_order_relaxed) == credential.epoch;
}

absl::Status NotInForce() {
  return MakeError(v1::ERROR_REASON_CREDENTIAL_INVALID,
                   "the credential is no longer in force: it was replaced, or the seat was left");
}

}  // namespace meeple::service

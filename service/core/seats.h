#ifndef MEEPLE_SERVICE_CORE_SEATS_H_
#define MEEPLE_SERVICE_CORE_SEATS_H_

// Which seats of a game are taken, who plays them, and which credentials for them are in force. A
// plain value.
//
// Every seat has a number, its epoch, which each change of hands raises by one: a credential is in
// force while it has that number. So has the invitation to a seat.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/types.h"
#include "meeple/v1/game.pb.h"

namespace meeple::service {

// The epoch of every credential when a game begins.
inline constexpr uint32_t kFirstEpoch = 1;

class Seats {
 public:
  // No seats.
  Seats() = default;
  // As a game of this config, which is complete, begins.
  explicit Seats(const v1::GameConfig& config);

  int size() const { return static_cast<int>(seats_.size()); }
  bool IsTaken(engine::SeatIndex seat) const { return seats_[seat].taken; }
  bool AllTaken() const;
  uint32_t epoch(engine::SeatIndex seat) const { return seats_[seat].epoch; }
  uint32_t invitation_epoch(engine::SeatIndex seat) const { return seats_[seat].invitation_epoch; }

  // The bot that plays the seat; none where a person does.
  const std::optional<v1::Bot>& bot(engine::SeatIndex seat) const { return seats_[seat].bot; }
  bool IsBot(engine::SeatIndex seat) const { return bot(seat).has_value(); }
  void SetBot(engine::SeatIndex seat, std::optional<v1::Bot> bot) {
    seats_[seat].bot = std::move(bot);
  }

  // Each ends the credential, or the invitation, that was in force.
  void Take(engine::SeatIndex seat);
  void Free(engine::SeatIndex seat);
  // Also of the invitation by which the seat may have been taken: whoever had it is shut out.
  void RenewCredential(engine::SeatIndex seat) {
    ++seats_[seat].epoch;
    RenewInvitation(seat);
  }
  void RenewInvitation(engine::SeatIndex seat) { ++seats_[seat].invitation_epoch; }

 private:
  struct Seat {
    bool taken = true;
    uint32_t epoch = kFirstEpoch;
    uint32_t invitation_epoch = kFirstEpoch;
    std::optional<v1::Bot> bot = {};
  };
  std::vector<Seat> seats_;
};

// Who is in a seat, given how it was configured.
v1::SeatStatus StatusOf(const Seats& seats, const v1::GameConfig& config, engine::SeatIndex seat);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_SEATS_H_

#include "service/core/seats.h"

#include <algorithm>

namespace meeple::service {

Seats::Seats(const v1::GameConfig& config) {
  for (const v1::SeatConfig& seat : config.seats()) {
    seats_.push_back({.taken = !seat.has_open() && !seat.has_invited()});
    if (seat.has_bot()) seats_.back().bot = seat.bot();
  }
}

bool Seats::AllTaken() const {
  return std::ranges::all_of(seats_, [](const Seat& seat) { return seat.taken; });
}

void Seats::Take(engine::SeatIndex seat) {
  seats_[seat].taken = true;
  ++seats_[seat].epoch;
}

void Seats::Free(engine::SeatIndex seat) {
  seats_[seat].taken = false;
  ++seats_[seat].epoch;
}

v1::SeatStatus StatusOf(const Seats& seats, const v1::GameConfig& config, engine::SeatIndex seat) {
  if (seats.IsTaken(seat)) return v1::SEAT_STATUS_TAKEN;
  return config.seats(seat).has_invited() ? v1::SEAT_STATUS_INVITED : v1::SEAT_STATUS_OPEN;
}

}  // namespace meeple::service

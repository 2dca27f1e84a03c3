#ifndef MEEPLE_SERVICE_CORE_EVENT_GROUP_H_
#define MEEPLE_SERVICE_CORE_EVENT_GROUP_H_

// What one call did, told as events, to each audience. Plain values.

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/core/types.h"
#include "meeple/v1/event.pb.h"

namespace meeple::service {

// The events of one call, in order, as one audience may read them.
using EventGroup = std::vector<v1::GameEvent>;

// Whether the game ended by these events.
inline bool Finishes(const EventGroup& events) {
  return std::ranges::any_of(events,
                             [](const v1::GameEvent& event) { return event.has_game_finished(); });
}

// Whether the event is about who holds a seat or plays it.
inline bool IsAboutSeat(const v1::GameEvent& event) {
  const bool frees_seat = event.has_seat_left() && event.seat_left().epoch() != 0;
  return event.has_seat_taken() || frees_seat || event.has_credential_rotated() ||
         event.has_controller_changed();
}

// Whether a move that was decided on before the event may be the wrong one after it, whoever
// decided.
inline bool ChangesPosition(const v1::GameEvent& event) {
  return !event.has_game_final() && !event.has_offer_made() && !event.has_offer_answered() &&
         !IsAboutSeat(event);
}

inline bool ChangesPosition(const EventGroup& events) {
  return std::ranges::any_of(events,
                             [](const v1::GameEvent& event) { return ChangesPosition(event); });
}

// Whether a bot that thought about the move of `seat` before the event may no longer be the one to
// play it after.
inline bool ChangesTurn(const v1::GameEvent& event, engine::SeatIndex seat) {
  return ChangesPosition(event) ||
         (event.has_controller_changed() && event.controller_changed().seat() == seat);
}

// Whether a seat is played by somebody else after the events.
inline bool ChangesControllers(const EventGroup& events) {
  return std::ranges::any_of(
      events, [](const v1::GameEvent& event) { return event.has_controller_changed(); });
}

// Whether a credential ends by the events, or comes into force.
inline bool ChangesCredentials(const EventGroup& events) {
  return std::ranges::any_of(events, [](const v1::GameEvent& event) {
    return event.has_seat_taken() || event.has_seat_left() || event.has_credential_rotated();
  });
}

// Whether somebody else sits in a seat since the events, or nobody.
inline bool ChangesSeats(const EventGroup& events) {
  return std::ranges::any_of(events, [](const v1::GameEvent& event) {
    return event.has_seat_taken() || event.has_seat_left();
  });
}

// The events of one call as each audience may read them: for all the same events with the same
// sequences, less what an audience may not know.
struct GroupViews {
  // For spectators, and so for everyone.
  EventGroup everyone;
  // By seat. Empty in kinds without hidden information, where nobody reads more than everyone.
  std::vector<EventGroup> seats = {};

  EventGroup& For(engine::Viewer viewer) {
    return seats.empty() || viewer < 0 ? everyone : seats[static_cast<size_t>(viewer)];
  }
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_EVENT_GROUP_H_

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

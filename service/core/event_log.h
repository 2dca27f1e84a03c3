#ifndef MEEPLE_SERVICE_CORE_EVENT_LOG_H_
#define MEEPLE_SERVICE_CORE_EVENT_LOG_H_

// The durable events of one game, in order, of which the newest are in memory. Readers are
// positions in it: whoever asks for what follows a sequence gets it, or is told that it must be
// read from the journal, whenever they ask.
//
// Not thread-safe; owned by a GameSession and touched under its mutex.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/core/types.h"
#include "service/journal/journal.h"

namespace meeple::service {

// Events by their sequences, both included.
struct EventRange {
  int64_t first = 0;
  int64_t last = 0;
};

class EventLog {
 public:
  // How much one read may return, in bytes as `viewer` gets them. A group is never split, and at
  // least one comes back.
  struct Bounds {
    size_t events = 1'000;
    size_t bytes = 64 * 1024;
    engine::Viewer viewer = engine::kSpectator;
  };

  // Keeps at least the newest `events_in_memory` in memory, and about twice as many at most.
  explicit EventLog(size_t events_in_memory = std::numeric_limits<size_t>::max() / 2)
      : events_in_memory_(events_in_memory) {}

  // The newest event, 0 before the first.
  int64_t head() const { return floor_ + static_cast<int64_t>(records_.size()); }
  // The newest event that is no longer in memory, 0 if all are. It ends a group.
  int64_t floor() const { return floor_; }

  // What a group of events did to the game as a whole.
  struct Effect {
    bool finishes = false;  // it holds a GameFinished
    bool over = false;      // after it the game is over
    bool final = false;     // nothing will follow it
  };

  // Appends a group. REQUIRES: its first sequence is head() + 1.
  void Append(std::span<const SharedRecord> group, const Effect& effect);

  // What follows `after`: whole groups, apart from the rest of one when `after` lies inside it.
  // Empty at the head. Valid until the next Append. REQUIRES: floor() <= after <= head().
  std::span<const SharedRecord> ReadAfter(int64_t after, const Bounds& bounds) const;

  // The events of `range`. REQUIRES: they are in memory.
  std::span<const SharedRecord> Range(const EventRange& range) const;

  // How many of `records`, which end with a group, may be returned at once.
  static size_t CountWithin(std::span<const SharedRecord> records, const Bounds& bounds);

  // The end of the first group after `after` that finishes the game; `after` itself if the game is
  // over already; 0 if the finish is still to come.
  int64_t FirstFinishAfter(int64_t after) const;

  // True once nothing will follow.
  bool final() const { return effect_.final; }

  // About how much memory it takes.
  size_t bytes() const { return bytes_; }

 private:
  void DropOldest();

  size_t events_in_memory_;
  int64_t floor_ = 0;
  std::vector<SharedRecord> records_;  // those after floor_
  size_t bytes_ = 0;
  // The last sequence of each group that holds a GameFinished, ascending.
  std::vector<int64_t> finishes_;
  Effect effect_;  // of the newest group
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_EVENT_LOG_H_

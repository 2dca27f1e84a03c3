#ifndef MEEPLE_SERVICE_CORE_EVENT_LOG_H_
#define MEEPLE_SERVICE_CORE_EVENT_LOG_H_

// The durable events of one game, in order. Readers are positions in it: whoever asks for what
// follows a sequence gets it, whenever they ask.
//
// Not thread-safe; owned by a GameSession and touched under its mutex.

#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/types.h"
#include "service/journal/journal.h"

namespace meeple::service {

class EventLog {
 public:
  // How much one read may return, in bytes as `viewer` gets them. A group is never split, and at
  // least one comes back.
  struct Bounds {
    size_t events = 1'000;
    size_t bytes = 64 * 1024;
    engine::Viewer viewer = engine::kSpectator;
  };

  // The newest event, 0 before the first.
  int64_t head() const { return static_cast<int64_t>(records_.size()); }

  // What a group of events did to the game as a whole.
  struct Effect {
    bool finishes = false;  // it holds a GameFinished
    bool over = false;      // after it the game is over
    bool final = false;     // nothing will follow it
  };

  // Appends a group. REQUIRES: its first sequence is head() + 1.
  void Append(std::span<const SharedRecord> group, const Effect& effect);

  // What follows `after`: whole groups, apart from the rest of one when `after` lies inside it.
  // Empty at the head. Valid until the next Append. REQUIRES: 0 <= after <= head().
  std::span<const SharedRecord> ReadAfter(int64_t after, const Bounds& bounds) const;

  // The events `first` to `last`. REQUIRES: they exist.
  std::span<const SharedRecord> Range(int64_t first, int64_t last) const;

  // The end of the first group after `after` that finishes the game; `after` itself if the game is
  // over already; 0 if the finish is still to come.
  int64_t FirstFinishAfter(int64_t after) const;

  // True once nothing will follow.
  bool final() const { return effect_.final; }

 private:
  std::vector<SharedRecord> records_;
  // The last sequence of each group that holds a GameFinished, ascending.
  std::vector<int64_t> finishes_;
  Effect effect_;  // of the newest group
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_EVENT_LOG_H_

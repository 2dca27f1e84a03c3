#ifndef MEEPLE_SERVICE_CORE_HOST_METRICS_H_
#define MEEPLE_SERVICE_CORE_HOST_METRICS_H_

// What a host counts, for whoever exports it.

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"
#include "service/base/metrics.h"

namespace meeple::service {

// How much there is at this moment. All of it goes back to zero when nobody uses the host, games
// once they left memory.
struct HostLevels {
  int64_t games = 0;      // in memory
  int games_loading = 0;  // calls that wait for games to be read
  int watchers = 0;       // open watches
  int bots_thinking = 0;  // without those that answer at once
  int bots_waiting = 0;   // for a thread to think on
  size_t replays_waiting = 0;
  size_t wakes_waiting = 0;  // games whose watchers are to be woken
  bool draining = false;
};

// What happened since the host was made. The histograms live as long as the host; nanoseconds.
struct HostMetrics {
  // Of reading and rebuilding one game.
  const Histogram& load_time;
  // Games that could not be loaded, other than because there was none.
  uint64_t load_failures = 0;
  // Games that left memory.
  uint64_t evictions = 0;
  // From when watchers of a game are to learn of something until the last of those who waited was
  // handed it.
  const Histogram& fan_out_time;
  // Of one bot about one move.
  const Histogram& thinking_time;
  // Time in which the process did not run: see Clock::LeftOut.
  absl::Duration standstill;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_HOST_METRICS_H_

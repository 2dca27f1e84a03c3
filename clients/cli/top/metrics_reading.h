#ifndef MEEPLE_CLIENTS_CLI_TOP_METRICS_READING_H_
#define MEEPLE_CLIENTS_CLI_TOP_METRICS_READING_H_

// What `meeple top` takes from one look at a server's metrics. Values and pure functions.
//
//   absl::StatusOr<MetricsReading> reading = ReadMetrics(page, SteadyNow());

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/bench/steady_time.h"

namespace meeple::cli {

// So many took at most so long; the last bound is infinite.
struct LatencyBucket {
  double at_most_seconds = 0;
  double count = 0;
};

// Numbers of the server at one time. All but the first two only grow, until it starts anew.
struct MetricsReading {
  SteadyTime at = {};
  // Games in memory, and open watches of games.
  double games = 0;
  double watches = 0;
  // Moves that were accepted.
  double moves = 0;
  // Of all SubmitMove calls, by rising bound, each with those before it; empty before the first.
  std::vector<LatencyBucket> latencies = {};
  // What the journal wrote, and in how many groups; 0 where it is in memory.
  double commits = 0;
  double groups = 0;
};

// From a page in Prometheus' text format. NOT_FOUND if it is not that of a meeple-server.
absl::StatusOr<MetricsReading> ReadMetrics(std::string_view page, SteadyTime at);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TOP_METRICS_READING_H_

#ifndef MEEPLE_CLIENTS_CLI_BENCH_LOAD_H_
#define MEEPLE_CLIENTS_CLI_BENCH_LOAD_H_

// Plays whole games against a server, many at a time, and measures.
//
//   absl::StatusOr<LoadResult> result = RunLoad({.config = config}, connection, {}, stop, {});
//
// A run makes its games beforehand if it was asked to, plays for the warm-up without counting, then
// for the measured time, and then waits for what is under way. Nothing but the server that is named
// in the connection, and what `server_cpu` reads, is talked to.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "clients/cli/bench/server_cpu.h"
#include "clients/cli/bench/tally.h"
#include "clients/cli/connection.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// After so many errors a run ends early.
inline constexpr int64_t kMostErrors = 100;

struct LoadOptions {
  // A kind of game in which any empty cell may be played.
  v1::GameConfig config;
  // Who plays: each plays one game at a time, both seats of it.
  int players = 16;
  // Connections, over which players and watchers are spread.
  int connections = 4;
  // Watches of each game. The next move of a game waits until all of them have seen the last one.
  int watchers = 0;
  // Moves a second, begun when they are due, of all players together. A move that finds no player
  // free is begun late, and its latency counts from when it was due. Not set: as many as there can
  // be, each player's next one after the answer to its last one.
  std::optional<double> rate = std::nullopt;
  // At most so many games; not set: as many as there is time for.
  std::optional<int> games = std::nullopt;
  // Makes all `games` before the first move, so that moves alone are measured; the run ends early
  // when a player finds no game left.
  bool prepare = false;
  absl::Duration warm_up = absl::Seconds(1);
  absl::Duration duration = absl::Seconds(10);
  // Of the order in which cells are played.
  uint64_t seed = 1;
};

// How a run stands.
struct LoadProgress {
  enum class Stage { kPreparing, kWarmUp, kMeasuring };
  Stage stage;
  // Since the stage began.
  absl::Duration elapsed;
  // Games made and moves answered since the run began.
  int64_t games;
  int64_t moves;
};

struct LoadResult {
  Tally tally;
  // How long was measured.
  absl::Duration measured;
  // Processor time that was used meanwhile; that of the server where it can be read.
  std::optional<absl::Duration> server_cpu;
  absl::Duration own_cpu;
  // Moves that were due when the measured time ended, and not begun.
  int64_t behind = 0;
  // The run was asked to stop before its time.
  bool stopped = false;
};

// Runs. `server_cpu` and `tell` may be empty; `tell` is called about twice a second. Errors of
// calls are counted in the result; those of `server_cpu` are returned, and DEADLINE_EXCEEDED if the
// games ran out before the warm-up had ended.
absl::StatusOr<LoadResult> RunLoad(const LoadOptions& options, const ConnectionOptions& connection,
                                   const CpuReader& server_cpu, const std::stop_token& stop,
                                   const std::function<void(const LoadProgress&)>& tell);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_LOAD_H_

#ifndef MEEPLE_CLIENTS_CLI_BENCH_TALLY_H_
#define MEEPLE_CLIENTS_CLI_BENCH_TALLY_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "clients/cli/bench/histogram.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// What happened in a run, or in a part of it: the latencies of what succeeded in the measured time,
// and all that failed at any time.
struct Tally {
  // CreateGame, from the call to its answer.
  Histogram creations;
  // SubmitMove, from the call, or at a given rate from when it was due, to its answer.
  Histogram moves;
  // From the call of a move to the arrival of its event at one watcher.
  Histogram deliveries;
  // Games that were played to their end in the measured time.
  int64_t games = 0;
  // What the newest answer to a move says that the move survives.
  v1::Durability durability = v1::DURABILITY_UNSPECIFIED;
  // How often which reason, or code where the server gave no reason, ended a call or a watch.
  std::map<std::string, int64_t> errors;
  // The first of them in full.
  absl::Status first_error;

  void Merge(const Tally& other);
};

inline void Tally::Merge(const Tally& other) {
  creations.Merge(other.creations);
  moves.Merge(other.moves);
  deliveries.Merge(other.deliveries);
  games += other.games;
  if (other.durability != v1::DURABILITY_UNSPECIFIED) durability = other.durability;
  for (const auto& [reason, count] : other.errors) errors[reason] += count;
  first_error.Update(other.first_error);
}

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_TALLY_H_

#ifndef MEEPLE_CLIENTS_CLI_BENCH_STEADY_TIME_H_
#define MEEPLE_CLIENTS_CLI_BENCH_STEADY_TIME_H_

#include <chrono>

#include "absl/time/time.h"

namespace meeple::cli {

// A moment on the clock that nobody sets: what latencies are measured with.
using SteadyTime = std::chrono::steady_clock::time_point;

inline SteadyTime SteadyNow() { return std::chrono::steady_clock::now(); }

inline absl::Duration Since(SteadyTime begin) { return absl::FromChrono(SteadyNow() - begin); }

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_STEADY_TIME_H_

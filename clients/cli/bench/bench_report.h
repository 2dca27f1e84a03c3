#ifndef MEEPLE_CLIENTS_CLI_BENCH_BENCH_REPORT_H_
#define MEEPLE_CLIENTS_CLI_BENCH_BENCH_REPORT_H_

// What a run of the load generator measured, as text for people and as JSON for scripts. Pure
// functions.

#include <string>

#include "clients/cli/bench/load.h"
#include "clients/cli/style.h"
#include "google/protobuf/struct.pb.h"

namespace meeple::cli {

// A table of rates and percentiles, processor time, a bar plot of the latencies of moves, errors.
std::string BenchText(const LoadOptions& options, const LoadResult& result, const Style& style);

// The same as one document. Times have their unit in the name of their key. Keys of what was not
// measured are absent: `server_cpu_*` without a way to read it, `delivery` without watchers.
google::protobuf::Struct BenchDocument(const LoadOptions& options, const LoadResult& result);

// How a run stands, in one line.
std::string ProgressLine(const LoadOptions& options, const LoadProgress& progress);

// A duration with three digits and a unit, as "431 us", "1.20 ms" or "12.0 s".
std::string DurationText(absl::Duration duration);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_BENCH_REPORT_H_

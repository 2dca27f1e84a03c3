#ifndef MEEPLE_CLIENTS_CLI_BENCH_SERVER_CPU_H_
#define MEEPLE_CLIENTS_CLI_BENCH_SERVER_CPU_H_

// How much processor time a server has used, as it says itself or as this machine knows.
//
//   CpuReader read = CpuFromMetrics("localhost:9464");
//   absl::StatusOr<absl::Duration> used = read();

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace meeple::cli {

// Reads what the process has used since it began, in all its threads. Thread-safe.
using CpuReader = std::function<absl::StatusOr<absl::Duration>()>;

// From `process_cpu_seconds_total` on the page http://ADDRESS/metrics. UNAVAILABLE where the page
// cannot be read within five seconds, NOT_FOUND where it has no such metric.
CpuReader CpuFromMetrics(const std::string& address);

// Of a process on this machine. NOT_FOUND where there is none with that number.
CpuReader CpuOfProcess(int pid);

// The value of a metric as a page has it, from -10^18 to 10^18. Not set for any other text: no
// server has a figure beyond, and none is shown. Pure function.
std::optional<double> MetricValue(std::string_view text);

// The value of the metric without labels on a page in Prometheus' text format; not set where the
// page has none that MetricValue reads. Pure function.
std::optional<double> MetricOn(std::string_view page, std::string_view name);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_SERVER_CPU_H_

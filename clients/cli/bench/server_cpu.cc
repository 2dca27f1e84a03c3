#include "clients/cli/bench/server_cpu.h"

#include <time.h>

#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/bench/http_page.h"

namespace meeple::cli {
namespace {

constexpr char kCpuMetric[] = "process_cpu_seconds_total";
constexpr absl::Duration kPatience = absl::Seconds(5);

absl::StatusOr<absl::Duration> ReadCpuMetric(const std::string& address) {
  const absl::StatusOr<std::string> page = ReadHttpPage(address, "/metrics", kPatience);
  if (!page.ok()) return page.status();
  const std::optional<double> seconds = MetricOn(*page, kCpuMetric);
  if (!seconds.has_value()) {
    return absl::NotFoundError(absl::StrCat("http://", address, "/metrics has no ", kCpuMetric));
  }
  return absl::Seconds(*seconds);
}

}  // namespace

CpuReader CpuFromMetrics(const std::string& address) {
  return [address] { return ReadCpuMetric(address); };
}

CpuReader CpuOfProcess(int pid) {
  return [pid]() -> absl::StatusOr<absl::Duration> {
    clockid_t clock = 0;
    timespec used = {};
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
      return absl::NotFoundError(absl::StrCat("there is no process ", pid, " on this machine"));
    }
    return absl::DurationFromTimespec(used);
  };
}

std::optional<double> MetricValue(std::string_view text) {
  constexpr double greatest = 1e18;
  double value = 0;
  // So that it is false for NaN.
  const bool is_read = absl::SimpleAtod(absl::string_view(text.data(), text.size()), &value) &&
                       std::abs(value) <= greatest;
  return is_read ? std::optional(value) : std::nullopt;
}

std::optional<double> MetricOn(std::string_view page, std::string_view name) {
  for (const absl::string_view line :
       absl::StrSplit(absl::string_view(page.data(), page.size()), '\n')) {
    // name value, or name value time
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (words.size() >= 2 && words[0] == absl::string_view(name.data(), name.size())) {
      const auto value = MetricValue(std::string_view(words[1].data(), words[1].size()));
      if (value.has_value()) return value;
    }
  }
  return std::nullopt;
}

}  // namespace meeple::cli

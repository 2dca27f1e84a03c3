#include "clients/cli/top/metrics_reading.h"

#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "clients/cli/bench/server_cpu.h"

namespace meeple::cli {
namespace {

constexpr char kMoves[] = "rpc=\"SubmitMove\"";

// A line `name{labels} value` of the page.
struct Sample {
  absl::string_view labels;
  double value = 0;
};

// Those of a name whose labels have this one among them, in their order on the page.
std::vector<Sample> SamplesOn(std::string_view page, absl::string_view name,
                              absl::string_view label) {
  std::vector<Sample> samples;
  for (absl::string_view line : absl::StrSplit(absl::string_view(page.data(), page.size()), '\n')) {
    if (!absl::ConsumePrefix(&line, name) || !absl::ConsumePrefix(&line, "{")) continue;
    const size_t end = line.rfind('}');
    if (end == absl::string_view::npos) continue;
    const absl::string_view labels = line.substr(0, end);
    if (!absl::StrContains(labels, label)) continue;
    line.remove_prefix(end + 1);
    if (const auto value = MetricValue({line.data(), line.size()})) {
      samples.push_back({.labels = labels, .value = *value});
    }
  }
  return samples;
}

// The bound of a histogram's bucket.
std::optional<double> BoundOf(absl::string_view labels) {
  constexpr absl::string_view prefix = "le=\"";
  const size_t begin = labels.find(prefix);
  if (begin == absl::string_view::npos) return std::nullopt;
  labels.remove_prefix(begin + prefix.size());
  double bound = 0;
  if (!absl::SimpleAtod(labels.substr(0, labels.find('"')), &bound)) return std::nullopt;
  return bound;
}

double AcceptedMovesOn(std::string_view page) {
  double moves = 0;
  for (const Sample& sample : SamplesOn(page, "meeple_calls_total", kMoves)) {
    if (absl::StrContains(sample.labels, "code=\"OK\"")) moves += sample.value;
  }
  return moves;
}

std::vector<LatencyBucket> LatenciesOn(std::string_view page) {
  std::vector<LatencyBucket> buckets;
  for (const Sample& sample : SamplesOn(page, "meeple_call_duration_seconds_bucket", kMoves)) {
    if (const auto bound = BoundOf(sample.labels)) buckets.push_back({*bound, sample.value});
  }
  return buckets;
}

}  // namespace

absl::StatusOr<MetricsReading> ReadMetrics(std::string_view page, SteadyTime at) {
  const std::optional<double> games = MetricOn(page, "meeple_games");
  if (!games.has_value()) {
    return absl::NotFoundError("the page is not that of a meeple-server: it has no meeple_games");
  }
  return MetricsReading{
      .at = at,
      .games = *games,
      .watches = MetricOn(page, "meeple_watches").value_or(0),
      .moves = AcceptedMovesOn(page),
      .latencies = LatenciesOn(page),
      .commits = MetricOn(page, "meeple_journal_group_commits_sum").value_or(0),
      .groups = MetricOn(page, "meeple_journal_group_commits_count").value_or(0),
  };
}

}  // namespace meeple::cli

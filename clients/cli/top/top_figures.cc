#include "clients/cli/top/top_figures.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/bench/bench_report.h"

namespace meeple::cli {
namespace {

// What a number that only grows gained; one that fell began anew at 0.
double Gained(double before, double after) { return after >= before ? after - before : after; }

std::vector<LatencyBucket> Gained(const std::vector<LatencyBucket>& before,
                                  std::vector<LatencyBucket> after) {
  const bool anew =
      before.size() != after.size() || before.empty() || after.back().count < before.back().count;
  for (size_t i = 0; !anew && i < after.size(); ++i) after[i].count -= before[i].count;
  return after;
}

// By straight lines between the bounds; where the last one is infinite, the bound before it.
std::optional<absl::Duration> Percentile(const std::vector<LatencyBucket>& buckets, double share) {
  if (buckets.empty() || buckets.back().count <= 0) return std::nullopt;
  const double rank = share * buckets.back().count;
  LatencyBucket below;
  for (const LatencyBucket& bucket : buckets) {
    if (bucket.count < rank) {
      below = bucket;
      continue;
    }
    if (std::isinf(bucket.at_most_seconds)) break;
    const double part = (rank - below.count) / (bucket.count - below.count);
    return absl::Seconds(below.at_most_seconds +
                         part * (bucket.at_most_seconds - below.at_most_seconds));
  }
  return absl::Seconds(below.at_most_seconds);
}

std::string TextOf(const std::optional<absl::Duration>& duration) {
  return duration.has_value() ? DurationText(*duration) : "-";
}

std::string GroupText(const TopFigures& figures) {
  return figures.commits_per_group.has_value() ? absl::StrFormat("%.1f", *figures.commits_per_group)
                                               : "-";
}

}  // namespace

TopFigures FiguresBetween(const MetricsReading& before, const MetricsReading& after) {
  const double seconds = std::chrono::duration<double>(after.at - before.at).count();
  const double groups = Gained(before.groups, after.groups);
  const std::vector<LatencyBucket> latencies = Gained(before.latencies, after.latencies);
  TopFigures figures = {.games = after.games,
                        .watches = after.watches,
                        .p50 = Percentile(latencies, 0.5),
                        .p99 = Percentile(latencies, 0.99)};
  if (seconds > 0) figures.moves_per_second = Gained(before.moves, after.moves) / seconds;
  if (groups > 0) figures.commits_per_group = Gained(before.commits, after.commits) / groups;
  return figures;
}

std::string TopScreen(std::string_view address, const TopFigures& figures, const Style& style) {
  const auto row = [&style](const char* name, const std::string& value) {
    return absl::StrCat(style.Dim(absl::StrFormat("%-22s", name)), absl::StrFormat("%12s", value),
                        "\n");
  };
  return absl::StrCat(style.Bold(address), "\n\n",                                     //
                      row("games in memory", absl::StrFormat("%.0f", figures.games)),  //
                      row("watches", absl::StrFormat("%.0f", figures.watches)),        //
                      row("moves a second", absl::StrFormat("%.1f", figures.moves_per_second)),
                      row("a move's p50", TextOf(figures.p50)),  //
                      row("a move's p99", TextOf(figures.p99)),  //
                      row("commits a sync", GroupText(figures)), "\nCtrl-C ends it\n");
}

std::string TopLine(const TopFigures& figures) {
  return absl::StrFormat("games %.0f  watches %.0f  moves/s %.1f  p50 %s  p99 %s  commits/sync %s",
                         figures.games, figures.watches, figures.moves_per_second,
                         TextOf(figures.p50), TextOf(figures.p99), GroupText(figures));
}

google::protobuf::Struct TopDocument(const TopFigures& figures) {
  google::protobuf::Struct document;
  const auto set = [&document](const char* key, double value) {
    (*document.mutable_fields())[key].set_number_value(value);
  };
  set("games", figures.games);
  set("watches", figures.watches);
  set("moves_per_second", figures.moves_per_second);
  if (figures.p50) set("move_p50_us", absl::ToDoubleMicroseconds(*figures.p50));
  if (figures.p99) set("move_p99_us", absl::ToDoubleMicroseconds(*figures.p99));
  if (figures.commits_per_group) set("commits_per_group", *figures.commits_per_group);
  return document;
}

}  // namespace meeple::cli

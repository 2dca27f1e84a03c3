#include "clients/cli/bench/bench_report.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace meeple::cli {
namespace {

constexpr std::pair<const char*, double> kPercentiles[] = {
    {"p50", 50}, {"p90", 90}, {"p99", 99}, {"p99_9", 99.9}};
constexpr int kBarColumns = 40;
// The bounds of the bars' ranges within a decade.
constexpr int kSteps[] = {1, 2, 5};
// A column of a bar that is so many eighths full.
constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

double PerOperation(absl::Duration total, int64_t operations) {
  return operations == 0 ? 0 : absl::ToDoubleMicroseconds(total) / static_cast<double>(operations);
}

double Cores(absl::Duration cpu, const LoadResult& result) {
  return result.measured > absl::ZeroDuration() ? absl::FDivDuration(cpu, result.measured) : 0;
}

double PerSecond(int64_t count, const LoadResult& result) {
  const double seconds = absl::ToDoubleSeconds(result.measured);
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

// Each kind of operation of which there were some.
std::vector<std::pair<const char*, const Histogram*>> Operations(const Tally& tally) {
  std::vector<std::pair<const char*, const Histogram*>> operations = {{"move", &tally.moves}};
  if (tally.creations.count() > 0) operations.emplace_back("create", &tally.creations);
  if (tally.deliveries.count() > 0) operations.emplace_back("delivery", &tally.deliveries);
  return operations;
}

std::string TableText(const LoadResult& result, const Style& style) {
  std::string text = style.Dim(absl::StrFormat("%-10s %10s %10s %9s %9s %9s %9s %9s", "", "total",
                                               "a second", "p50", "p90", "p99", "p99.9", "most")) +
                     "\n";
  for (const auto& [name, histogram] : Operations(result.tally)) {
    absl::StrAppendFormat(&text, "%-10s %10d %10.0f", name, histogram->count(),
                          PerSecond(histogram->count(), result));
    for (const auto& [key, percent] : kPercentiles) {
      absl::StrAppendFormat(&text, " %9s", DurationText(histogram->Percentile(percent)));
    }
    absl::StrAppendFormat(&text, " %9s\n", DurationText(histogram->Greatest()));
  }
  return text;
}

std::string CpuText(const LoadOptions& options, const LoadResult& result) {
  const int64_t moves = result.tally.moves.count();
  std::string text;
  if (result.server_cpu.has_value()) {
    absl::StrAppendFormat(&text, "server     %.1f us of processor time a move%s, %.2f cores\n",
                          PerOperation(*result.server_cpu, moves),
                          options.prepare ? "" : " (with its share of making the game)",
                          Cores(*result.server_cpu, result));
    if (const int64_t deliveries = result.tally.deliveries.count(); deliveries > 0) {
      absl::StrAppendFormat(&text, "           %.2f us an event delivered\n",
                            PerOperation(*result.server_cpu, deliveries));
    }
  }
  absl::StrAppendFormat(&text, "this side  %.1f us a move, %.2f cores\n",
                        PerOperation(result.own_cpu, moves), Cores(result.own_cpu, result));
  return text;
}

// The bounds 1, 2, 5, 10, 20 ... us around all that was measured.
std::vector<absl::Duration> BarBounds(const Histogram& histogram) {
  std::vector<absl::Duration> bounds = {absl::ZeroDuration()};
  for (absl::Duration decade = absl::Microseconds(1);; decade *= 10) {
    for (const int step : kSteps) {
      const absl::Duration bound = decade * step;
      if (bound <= histogram.Least()) bounds.clear();
      bounds.push_back(bound);
      if (bound > histogram.Greatest()) return bounds;
    }
  }
}

std::string Bar(double share, const Style& style) {
  if (!style.drawn || style.charset != Charset::kUtf8) {
    return std::string(static_cast<size_t>(std::lround(share * kBarColumns)), '#');
  }
  const auto eighths = static_cast<int>(std::lround(share * kBarColumns * 8));
  std::string bar;
  for (int i = 0; i < eighths / 8; ++i) bar += "█";
  return bar + kEighths[eighths % 8];
}

// One bar a range, as long as the share of moves that were in it.
std::string PlotText(const Histogram& histogram, const Style& style) {
  if (histogram.count() == 0) return "";
  const std::vector<absl::Duration> bounds = BarBounds(histogram);
  std::vector<int64_t> counts;
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    counts.push_back(histogram.CountBetween(bounds[i], bounds[i + 1]));
  }
  const auto most = static_cast<double>(std::max<int64_t>(1, *std::ranges::max_element(counts)));
  std::string text = style.Dim("latency of moves") + "\n";
  for (size_t i = 0; i < counts.size(); ++i) {
    const auto count = static_cast<double>(counts[i]);
    absl::StrAppendFormat(
        &text, "%8s to %-8s %6.2f%% %s\n", DurationText(bounds[i]), DurationText(bounds[i + 1]),
        count * 100 / static_cast<double>(histogram.count()), Bar(count / most, style));
  }
  return text;
}

const char* DurabilityText(v1::Durability durability) {
  switch (durability) {
    case v1::DURABILITY_SYNCED:
      return "moves are on disk before they are answered";
    case v1::DURABILITY_MEMORY:
      return "moves are in memory only";
    default:
      return "the server does not say whether moves are on disk";
  }
}

std::string ErrorsText(const Tally& tally, const Style& style) {
  if (tally.errors.empty()) return "no errors\n";
  const std::string errors =
      absl::StrJoin(tally.errors, ", ", [](std::string* text, const auto& entry) {
        absl::StrAppend(text, entry.second, " ", entry.first);
      });
  return style.Alarm(absl::StrCat("errors: ", errors)) + "\n";
}

google::protobuf::Value Number(double number) {
  google::protobuf::Value value;
  value.set_number_value(number);
  return value;
}

google::protobuf::Value Text(const std::string& text) {
  google::protobuf::Value value;
  value.set_string_value(text);
  return value;
}

google::protobuf::Value OperationDocument(const Histogram& histogram, const LoadResult& result) {
  google::protobuf::Value value;
  auto& fields = *value.mutable_struct_value()->mutable_fields();
  fields["count"] = Number(static_cast<double>(histogram.count()));
  fields["per_second"] = Number(PerSecond(histogram.count(), result));
  fields["mean_us"] = Number(absl::ToDoubleMicroseconds(histogram.Mean()));
  fields["max_us"] = Number(absl::ToDoubleMicroseconds(histogram.Greatest()));
  for (const auto& [name, percent] : kPercentiles) {
    fields[absl::StrCat(name, "_us")] =
        Number(absl::ToDoubleMicroseconds(histogram.Percentile(percent)));
  }
  return value;
}

}  // namespace

std::string DurationText(absl::Duration duration) {
  const double microseconds = absl::ToDoubleMicroseconds(duration);
  const std::pair<double, const char*> unit = microseconds < 999.5 ? std::pair(1.0, "us")
                                              : microseconds < 999'500
                                                  ? std::pair(1'000.0, "ms")
                                                  : std::pair(1'000'000.0, "s");
  const double number = microseconds / unit.first;
  const int decimals = number >= 99.95 || number == std::floor(number) ? 0
                       : number >= 9.995                               ? 1
                                                                       : 2;
  return absl::StrFormat("%.*f %s", decimals, number, unit.second);
}

std::string BenchText(const LoadOptions& options, const LoadResult& result, const Style& style) {
  std::string text = absl::StrFormat(
      "%s: %d players on %d connections, %d watchers a game, %s, %.1f s measured\n\n",
      style.Bold(options.config.kind()), options.players, options.connections, options.watchers,
      options.rate ? absl::StrFormat("%g moves a second", *options.rate) : "one call after another",
      absl::ToDoubleSeconds(result.measured));
  absl::StrAppend(&text, TableText(result, style), "\n", CpuText(options, result),
                  result.tally.games, " games to their end; ",
                  DurabilityText(result.tally.durability), "\n\n",
                  PlotText(result.tally.moves, style), "\n");
  if (result.behind > 0) {
    absl::StrAppend(&text, result.behind, " moves were due at the end and not begun\n");
  }
  return absl::StrCat(text, ErrorsText(result.tally, style));
}

google::protobuf::Struct BenchDocument(const LoadOptions& options, const LoadResult& result) {
  google::protobuf::Struct document;
  auto& fields = *document.mutable_fields();
  fields["kind"] = Text(options.config.kind());
  fields["players"] = Number(options.players);
  fields["connections"] = Number(options.connections);
  fields["watchers_per_game"] = Number(options.watchers);
  if (options.rate) fields["rate"] = Number(*options.rate);
  fields["measured_seconds"] = Number(absl::ToDoubleSeconds(result.measured));
  fields["games"] = Number(static_cast<double>(result.tally.games));
  fields["behind"] = Number(static_cast<double>(result.behind));
  fields["durability"] = Text(v1::Durability_Name(result.tally.durability));
  for (const auto& [name, histogram] : Operations(result.tally)) {
    fields[name] = OperationDocument(*histogram, result);
  }
  const int64_t moves = result.tally.moves.count();
  const int64_t deliveries = result.tally.deliveries.count();
  fields["own_cpu_us_per_move"] = Number(PerOperation(result.own_cpu, moves));
  if (result.server_cpu.has_value()) {
    fields["server_cpu_seconds"] = Number(absl::ToDoubleSeconds(*result.server_cpu));
    fields["server_cpu_us_per_move"] = Number(PerOperation(*result.server_cpu, moves));
    if (deliveries > 0) {
      fields["server_cpu_us_per_delivery"] = Number(PerOperation(*result.server_cpu, deliveries));
    }
  }
  auto& errors = *fields["errors"].mutable_struct_value()->mutable_fields();
  for (const auto& [reason, count] : result.tally.errors) {
    errors[reason] = Number(static_cast<double>(count));
  }
  return document;
}

std::string ProgressLine(const LoadOptions& options, const LoadProgress& progress) {
  const std::string elapsed = absl::StrFormat("%.1f s", absl::ToDoubleSeconds(progress.elapsed));
  switch (progress.stage) {
    case LoadProgress::Stage::kPreparing:
      return absl::StrCat("making games: ", progress.games, " of ", options.games.value_or(0));
    case LoadProgress::Stage::kWarmUp:
      return absl::StrCat("warming up: ", elapsed, ", ", progress.moves, " moves");
    case LoadProgress::Stage::kMeasuring:
      return absl::StrCat("measuring: ", elapsed, " of ", absl::FormatDuration(options.duration),
                          ", ", progress.moves, " moves");
  }
  return "";
}

}  // namespace meeple::cli

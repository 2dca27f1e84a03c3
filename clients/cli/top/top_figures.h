#ifndef MEEPLE_CLIENTS_CLI_TOP_TOP_FIGURES_H_
#define MEEPLE_CLIENTS_CLI_TOP_TOP_FIGURES_H_

// How busy a server was between two looks at its metrics: the numbers, and how they are shown.
// Values and pure functions.
//
//   TopFigures figures = FiguresBetween(before, after);
//   session.out() << TopLine(figures) << "\n";

#include <optional>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "clients/cli/style.h"
#include "clients/cli/top/metrics_reading.h"
#include "google/protobuf/struct.pb.h"

namespace meeple::cli {

struct TopFigures {
  double games = 0;
  double watches = 0;
  double moves_per_second = 0;
  // From the arrival of a SubmitMove to its answer, refused ones too, by the server's own clock;
  // not set where there was none in between.
  std::optional<absl::Duration> p50 = {};
  std::optional<absl::Duration> p99 = {};
  // Commits that shared one sync, on average; not set where the journal wrote nothing.
  std::optional<double> commits_per_group = {};
};

// Of the time between the readings. Where the server started anew, since then.
TopFigures FiguresBetween(const MetricsReading& before, const MetricsReading& after);

// For a terminal: one figure a line, below the address.
std::string TopScreen(std::string_view address, const TopFigures& figures, const Style& style);

// In one line, without its line feed.
std::string TopLine(const TopFigures& figures);

// As one document. What is not set is absent; times have their unit in the name of their key.
google::protobuf::Struct TopDocument(const TopFigures& figures);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TOP_TOP_FIGURES_H_

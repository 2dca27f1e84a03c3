#ifndef MEEPLE_SERVICE_METRICS_FAMILIES_H_
#define MEEPLE_SERVICE_METRICS_FAMILIES_H_

// Plain numbers as Prometheus's families, made when somebody scrapes. Names follow its conventions:
// base units, `_total` for what only grows.
//
//   families.push_back(GaugeOf("meeple_games", "Games in memory.", host.games()));

#include <prometheus/client_metric.h>
#include <prometheus/metric_family.h>

#include <string>
#include <vector>

namespace meeple::metrics {

using Families = std::vector<prometheus::MetricFamily>;
using Labels = std::vector<prometheus::ClientMetric::Label>;

// A family with one series that has no labels. `help` is one sentence.
prometheus::MetricFamily CounterOf(std::string name, std::string help, double value);
prometheus::MetricFamily GaugeOf(std::string name, std::string help, double value);
// What does not change, told by labels; its value is 1.
prometheus::MetricFamily InfoOf(std::string name, std::string help, Labels labels);

// In the text format that /metrics answers with.
std::string TextOf(const Families& families);

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_FAMILIES_H_

#ifndef MEEPLE_SERVICE_METRICS_FAMILIES_H_
#define MEEPLE_SERVICE_METRICS_FAMILIES_H_

// Plain numbers as Prometheus's families, made when somebody scrapes. Names follow its conventions:
// base units, `_total` for what only grows.
//
//   families.push_back(GaugeOf("meeple_games", "Games in memory.", host.levels().games));
//
// Whoever scrapes adds what was counted since, so what is read while it is counted may be a moment
// apart, but never goes back.

#include <prometheus/client_metric.h>
#include <prometheus/metric_family.h>
#include <prometheus/metric_type.h>

#include <cstdint>
#include <string>
#include <vector>

#include "service/base/metrics.h"

namespace meeple::metrics {

// What multiplies nanoseconds to seconds.
inline constexpr double kNanosecond = 1e-9;

using Families = std::vector<prometheus::MetricFamily>;
using Labels = std::vector<prometheus::ClientMetric::Label>;

// A family with one series that has no labels. `help` is one sentence.
prometheus::MetricFamily CounterOf(std::string name, std::string help, double value);
prometheus::MetricFamily GaugeOf(std::string name, std::string help, double value);
// A family without series yet, for those that have labels.
prometheus::MetricFamily EmptyFamily(std::string name, std::string help,
                                     prometheus::MetricType type);
prometheus::ClientMetric CounterWith(Labels labels, uint64_t value);
// What was observed, each value multiplied by `unit`: 1e-9 makes seconds of nanoseconds.
prometheus::ClientMetric HistogramWith(Labels labels, const service::Histogram& histogram,
                                       double unit);
// A family with one histogram that has no labels.
prometheus::MetricFamily HistogramOf(std::string name, std::string help,
                                     const service::Histogram& histogram, double unit);
// What does not change, told by labels; its value is 1.
prometheus::MetricFamily InfoOf(std::string name, std::string help, Labels labels);

// In the text format that /metrics answers with.
std::string TextOf(const Families& families);

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_FAMILIES_H_

#include "service/metrics/families.h"

#include <prometheus/text_serializer.h>

#include <cstddef>
#include <limits>
#include <utility>

namespace meeple::metrics {
namespace {

// The upper bound of a histogram's last range.
constexpr double kBeyond = std::numeric_limits<double>::infinity();

prometheus::MetricFamily FamilyOf(std::string name, std::string help, prometheus::MetricType type,
                                  prometheus::ClientMetric metric) {
  prometheus::MetricFamily family = EmptyFamily(std::move(name), std::move(help), type);
  family.metric.push_back(std::move(metric));
  return family;
}

}  // namespace

prometheus::MetricFamily EmptyFamily(std::string name, std::string help,
                                     prometheus::MetricType type) {
  return {.name = std::move(name), .help = std::move(help), .type = type, .metric = {}};
}

prometheus::ClientMetric CounterWith(Labels labels, uint64_t value) {
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = static_cast<double>(value);
  return metric;
}

prometheus::ClientMetric HistogramWith(Labels labels, const service::Histogram& histogram,
                                       double unit) {
  const service::Histogram::Snapshot snapshot = histogram.Read();
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  metric.histogram.sample_count = snapshot.count;
  metric.histogram.sample_sum = static_cast<double>(snapshot.sum) * unit;
  uint64_t cumulative = 0;
  for (size_t i = 0; i < histogram.bounds().size(); ++i) {
    cumulative += snapshot.counts[i];
    const double bound = static_cast<double>(histogram.bounds()[i]) * unit;
    metric.histogram.bucket.push_back({.cumulative_count = cumulative, .upper_bound = bound});
  }
  metric.histogram.bucket.push_back({.cumulative_count = snapshot.count, .upper_bound = kBeyond});
  return metric;
}

prometheus::MetricFamily HistogramOf(std::string name, std::string help,
                                     const service::Histogram& histogram, double unit) {
  return FamilyOf(std::move(name), std::move(help), prometheus::MetricType::Histogram,
                  HistogramWith({}, histogram, unit));
}

prometheus::MetricFamily CounterOf(std::string name, std::string help, double value) {
  prometheus::ClientMetric metric;
  metric.counter.value = value;
  return FamilyOf(std::move(name), std::move(help), prometheus::MetricType::Counter, metric);
}

prometheus::MetricFamily GaugeOf(std::string name, std::string help, double value) {
  prometheus::ClientMetric metric;
  metric.gauge.value = value;
  return FamilyOf(std::move(name), std::move(help), prometheus::MetricType::Gauge, metric);
}

prometheus::MetricFamily InfoOf(std::string name, std::string help, Labels labels) {
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = 1;
  return FamilyOf(std::move(name), std::move(help), prometheus::MetricType::Gauge, metric);
}

std::string TextOf(const Families& families) {
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace meeple::metrics

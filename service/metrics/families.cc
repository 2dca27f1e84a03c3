#include "service/metrics/families.h"

#include <prometheus/metric_type.h>
#include <prometheus/text_serializer.h>

#include <utility>

namespace meeple::metrics {
namespace {

prometheus::MetricFamily FamilyOf(std::string name, std::string help, prometheus::MetricType type,
                                  prometheus::ClientMetric metric) {
  return {.name = std::move(name),
          .help = std::move(help),
          .type = type,
          .metric = {std::move(metric)}};
}

}  // namespace

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

#include "service/metrics/call_families.h"

#include <string>

#include "absl/status/status.h"
#include "service/core/errors.h"

namespace meeple::metrics {
namespace {

Labels LabelsOf(const rpc::RpcMetrics& rpc, const rpc::CallOutcome& outcome) {
  const bool ours = outcome.reason != v1::ERROR_REASON_UNSPECIFIED;
  return {{"rpc", rpc.name()},
          {"code", absl::StatusCodeToString(outcome.code)},
          {"reason", ours ? service::ReasonName(outcome.reason) : ""}};
}

prometheus::MetricFamily CallsOf(const rpc::CallMetrics& calls) {
  prometheus::MetricFamily family = EmptyFamily(
      "meeple_calls_total", "Calls that ended, by rpc, code and reason; those of streams too.",
      prometheus::MetricType::Counter);
  for (const rpc::RpcMetrics* rpc : calls.all()) {
    for (const auto& [outcome, count] : rpc->outcomes()) {
      family.metric.push_back(CounterWith(LabelsOf(*rpc, outcome), count));
    }
  }
  return family;
}

prometheus::MetricFamily LatenciesOf(const rpc::CallMetrics& calls) {
  prometheus::MetricFamily family =
      EmptyFamily("meeple_call_duration_seconds",
                  "From the arrival of a call until its answer, or the headers of its stream, were "
                  "handed to the transport.",
                  prometheus::MetricType::Histogram);
  for (const rpc::RpcMetrics* rpc : calls.all()) {
    family.metric.push_back(HistogramWith({{"rpc", rpc->name()}}, rpc->latency(), kNanosecond));
  }
  return family;
}

prometheus::MetricFamily MessagesOf(const rpc::CallMetrics& calls) {
  prometheus::MetricFamily family =
      EmptyFamily("meeple_stream_messages_total", "Messages that streams handed to the transport.",
                  prometheus::MetricType::Counter);
  for (const rpc::RpcMetrics* rpc : calls.all()) {
    if (rpc->messages() > 0) {
      family.metric.push_back(CounterWith({{"rpc", rpc->name()}}, rpc->messages()));
    }
  }
  return family;
}

}  // namespace

Families RpcFamilies(const rpc::CallMetrics& calls) {
  return {CallsOf(calls), LatenciesOf(calls), MessagesOf(calls)};
}

Families CallFamilies(const rpc::Server& server) {
  Families families = RpcFamilies(server.live_calls().metrics());
  families.push_back(GaugeOf("meeple_calls_in_progress", "Calls under way, open streams too.",
                             server.live_calls().count()));
  families.push_back(CounterOf("meeple_connections_accepted_total",
                               "Connections that were taken at the main port.",
                               static_cast<double>(server.listener().taken())));
  families.push_back(CounterOf("meeple_connections_turned_away_total",
                               "Connections that were closed at once for want of descriptors.",
                               static_cast<double>(server.listener().turned_away())));
  const rpc::WatchRegistry::Lag lag = server.watches().lag();
  families.push_back(GaugeOf("meeple_watch_streams", "Watch streams that the transport holds.",
                             static_cast<double>(lag.streams)));
  families.push_back(
      GaugeOf("meeple_watch_streams_slow",
              "Watch streams whose client has not taken a message for over a second.",
              static_cast<double>(lag.slow)));
  families.push_back(GaugeOf("meeple_watch_lag_seconds",
                             "For how long the slowest watch's client has not taken a message.",
                             absl::ToDoubleSeconds(lag.longest)));
  return families;
}

}  // namespace meeple::metrics

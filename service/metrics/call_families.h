#ifndef MEEPLE_SERVICE_METRICS_CALL_FAMILIES_H_
#define MEEPLE_SERVICE_METRICS_CALL_FAMILIES_H_

// What is counted of calls, connections and watch streams. Thread-safe.

#include "service/metrics/families.h"
#include "service/rpc/call_metrics.h"
#include "service/rpc/server.h"

namespace meeple::metrics {

// By rpc: how calls ended, how long they took, messages of streams. An rpc appears with its first
// call, an outcome with the first call that has it, OK at once.
Families RpcFamilies(const rpc::CallMetrics& calls);

// RpcFamilies, and what is under way: calls, connections, watch streams.
Families CallFamilies(const rpc::Server& server);

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_CALL_FAMILIES_H_

#ifndef MEEPLE_SERVICE_METRICS_HOST_FAMILIES_H_
#define MEEPLE_SERVICE_METRICS_HOST_FAMILIES_H_

// What is counted of games, watchers and bots. Thread-safe.

#include "service/core/game_host.h"
#include "service/metrics/families.h"

namespace meeple::metrics {

Families HostFamilies(const service::GameHost& host);

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_HOST_FAMILIES_H_

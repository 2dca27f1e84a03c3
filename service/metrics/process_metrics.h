#ifndef MEEPLE_SERVICE_METRICS_PROCESS_METRICS_H_
#define MEEPLE_SERVICE_METRICS_PROCESS_METRICS_H_

// What the system says of this process, by the names that Prometheus's client libraries share:
// process_cpu_seconds_total, process_resident_memory_bytes, process_virtual_memory_bytes,
// process_open_fds, process_max_fds, process_threads, process_start_time_seconds.
//
// Thread-safe.

#include "service/metrics/families.h"

namespace meeple::metrics {

// What cannot be read, as without /proc, is left out.
Families ProcessFamilies();

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_PROCESS_METRICS_H_

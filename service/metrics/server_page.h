#ifndef MEEPLE_SERVICE_METRICS_SERVER_PAGE_H_
#define MEEPLE_SERVICE_METRICS_SERVER_PAGE_H_

// All metrics of a server on one page, in Prometheus's text format.
//
//   MetricsPort::Open(address, [&] { return ServerPage(server, journal, version); });

#include <string>

#include "service/journal/journal.h"
#include "service/rpc/server.h"

namespace meeple::metrics {

// Thread-safe. `version` is the server's.
std::string ServerPage(const rpc::Server& server, const service::Journal& journal,
                       const std::string& version);

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_SERVER_PAGE_H_

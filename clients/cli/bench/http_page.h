#ifndef MEEPLE_CLIENTS_CLI_BENCH_HTTP_PAGE_H_
#define MEEPLE_CLIENTS_CLI_BENCH_HTTP_PAGE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace meeple::cli {

// A page of a plain HTTP server, as of a metrics port: what follows the headers, at most 16 MiB.
// `address` is HOST:PORT. INVALID_ARGUMENT for an address that is none; UNAVAILABLE where the page
// does not come within `patience`, or comes with another status than 200. Blocks.
absl::StatusOr<std::string> ReadHttpPage(const std::string& address, const std::string& path,
                                         absl::Duration patience);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_HTTP_PAGE_H_

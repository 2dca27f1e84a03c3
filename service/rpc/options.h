#ifndef MEEPLE_SERVICE_RPC_OPTIONS_H_
#define MEEPLE_SERVICE_RPC_OPTIONS_H_

// The command line of the server: flags, environment variables and a configuration file. A flag
// wins over the file, the file over the environment.
//
//   ProgramOptions options;
//   if (std::optional<int> exit_code = ReadOptions(argc, argv, options)) return *exit_code;

#include <optional>
#include <string>

#include "absl/time/time.h"
#include "service/rpc/server.h"

namespace meeple::rpc {

struct ProgramOptions {
  ServerOptions server = {};
  // The name of the journal: rocksdb, or memory.
  std::string journal = "rocksdb";
  // Where the journal on disk is kept; made at the first start.
  std::string data_directory = "meeple-data";
  // HOST:PORT from which metrics are scraped; empty: from none.
  std::string metrics_listen = {};
  // How long the server may take to end once it was asked to.
  absl::Duration drain_grace = absl::Seconds(10);
};

// Fills `options`, whose values are the defaults but for those of the host that a server on disk
// has otherwise. A value where there is nothing to run: --help and --version were answered (0), or
// something was wrong and was told on stderr (2).
std::optional<int> ReadOptions(int argc, const char* const* argv, ProgramOptions& options);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_OPTIONS_H_

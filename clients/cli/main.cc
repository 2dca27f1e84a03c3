// `meeple`, the terminal client. `meeple --help` says how it is used.

#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/program.h"
#include "clients/cli/terminal/interruption.h"

namespace {

// What goes wrong with a connection is told in our own words. gRPC's log, which would stand between
// them, is for those who set its level, and is read when gRPC is first used.
void SilenceTransportLog() { setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0); }

}  // namespace

int main(int argc, char** argv) {
  SilenceTransportLog();
  const std::stop_token stop = meeple::cli::StopOnSignals();
  meeple::cli::Program program;
  meeple::cli::AddAllCommands(program);
  return program.Run({argv + 1, argv + argc}, {.program = argv[0],
                                               .input = STDIN_FILENO,
                                               .out_file = STDOUT_FILENO,
                                               .err_file = STDERR_FILENO,
                                               .out = std::cout,
                                               .err = std::cerr,
                                               .stop = stop});
}

// `meeple`, the terminal client. `meeple --help` says how it is used.

#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "clients/cli/commands/commands.h"
#include "clients/cli/program.h"
#include "clients/cli/terminal/interruption.h"

int main(int argc, char** argv) {
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

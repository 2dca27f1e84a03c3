#ifndef MEEPLE_CLIENTS_CLI_EXIT_CODE_H_
#define MEEPLE_CLIENTS_CLI_EXIT_CODE_H_

// What the program's exit code tells a script. `meeple --help` lists them.

namespace meeple::cli {

enum ExitCode : int {
  // Everything was done.
  kDone = 0,
  // The server understood and refused.
  kRefused = 1,
  // The command line makes no sense; nothing was sent.
  kUsage = 2,
  // The server could not be reached, is going down, or gave no answer in time.
  kUnreachable = 3,
  // What was to be printed could not be written.
  kOutputLost = 4,
  // Ctrl-C ended it before it was done.
  kInterrupted = 130,
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_EXIT_CODE_H_

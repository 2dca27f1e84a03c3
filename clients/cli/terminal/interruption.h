#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_INTERRUPTION_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_INTERRUPTION_H_

#include <stop_token>

namespace meeple::cli {

// Turns Ctrl-C (SIGINT), SIGTERM and SIGHUP into a stop, so that calls are cancelled and the
// terminal is left in order. The second signal ends the program at once. Signals that the caller of
// the program ignores stay ignored.
//
// REQUIRES: is called once, before the program has a second thread.
std::stop_token StopOnSignals();

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_INTERRUPTION_H_

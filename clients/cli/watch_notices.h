#ifndef MEEPLE_CLIENTS_CLI_WATCH_NOTICES_H_
#define MEEPLE_CLIENTS_CLI_WATCH_NOTICES_H_

// What `watch`, `play` and `lobby` have in common about lost connections: the option and the words.

#include <CLI/CLI.hpp>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace meeple::cli {

// The option --patience.
void AddPatience(CLI::App& command, double& seconds);

// Its meaning: 0 is for ever.
absl::Duration PatienceOf(double seconds);

// What to tell the user of a connection that was lost that way.
std::string LossNotice(const absl::Status& status);

// What to tell the user. REQUIRES: the update, of any client::Watch, is kLost or kResumed.
template <class Update>
std::string NoticeOf(const Update& update) {
  return update.kind == Update::kResumed ? "connected again" : LossNotice(update.status);
}

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_WATCH_NOTICES_H_

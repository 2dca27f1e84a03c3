#ifndef MEEPLE_CLIENTS_CLI_WATCH_NOTICES_H_
#define MEEPLE_CLIENTS_CLI_WATCH_NOTICES_H_

// What `watch` and `play` have in common about lost connections: the option and the words.

#include <CLI/CLI.hpp>
#include <string>

#include "absl/time/time.h"
#include "clients/cli/watch_follower.h"

namespace meeple::cli {

// The option --patience.
void AddPatience(CLI::App& command, double& seconds);

// Its meaning: 0 is for ever.
absl::Duration PatienceOf(double seconds);

// What to tell the user. REQUIRES: the update is kLost or kResumed.
std::string NoticeOf(const WatchFollower::Update& update);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_WATCH_NOTICES_H_

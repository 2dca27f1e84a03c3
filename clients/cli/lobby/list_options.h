#ifndef MEEPLE_CLIENTS_CLI_LOBBY_LIST_OPTIONS_H_
#define MEEPLE_CLIENTS_CLI_LOBBY_LIST_OPTIONS_H_

// The options that say which games a list has, for `games` and `lobby`.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "meeple/v1/lobby_service.pb.h"

namespace meeple::cli {

struct ListOptions {
  v1::ListGamesRequest request;
  std::vector<std::string> labels;
  bool playing = false;
};

// Adds --kind, --player, --playing and --label; returns that of --playing. `options` must outlive
// the command.
CLI::Option* AddListOptions(CLI::App& command, ListOptions& options);

// Completes the request. INVALID_ARGUMENT for labels that are none.
absl::Status CompleteRequest(ListOptions& options);

// The same filters for a watch.
v1::WatchLobbyRequest WatchOf(const v1::ListGamesRequest& request);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_LOBBY_LIST_OPTIONS_H_

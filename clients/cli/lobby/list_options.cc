#include "clients/cli/lobby/list_options.h"

#include "clients/cli/game_arguments.h"

namespace meeple::cli {

CLI::Option* AddListOptions(CLI::App& command, ListOptions& options) {
  v1::ListGamesRequest& request = options.request;
  command.add_option("--kind", *request.mutable_kind(),
                     "Only this kind; `meeple kinds` lists them");
  command.add_option("--player", *request.mutable_player_id(),
                     "Only games in which this player has a seat");
  command.add_option("--label", options.labels, "Only games with this label")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  return command.add_flag("--playing", options.playing, "Only games that are being played");
}

absl::Status CompleteRequest(ListOptions& options) {
  for (const std::string& text : options.labels) {
    const auto label = ParseAssignment(text);
    if (!label.ok()) return label.status();
    (*options.request.mutable_labels())[label->first] = label->second;
  }
  if (options.playing) options.request.set_status(v1::GAME_STATUS_IN_PROGRESS);
  return absl::OkStatus();
}

v1::WatchLobbyRequest WatchOf(const v1::ListGamesRequest& request) {
  v1::WatchLobbyRequest watch;
  watch.set_kind(request.kind());
  watch.set_status(request.status());
  watch.set_open_seats(request.open_seats());
  watch.set_player_id(request.player_id());
  *watch.mutable_labels() = request.labels();
  return watch;
}

}  // namespace meeple::cli

#include "clients/cli/lobby/lobby_follower.h"

#include <algorithm>
#include <utility>

namespace meeple::cli {

LobbyFollower::LobbyFollower(Connection& connection, const v1::WatchLobbyRequest& request,
                             absl::Duration patience, std::stop_token stop, WatchTime time)
    : StreamFollower(connection, request.after_sequence(), patience, std::move(stop),
                     std::move(time)),
      request_(request) {}

LobbyFollower::Stream LobbyFollower::Call(Connection& connection, grpc::ClientContext* context) {
  request_.set_after_sequence(sequence());
  return connection.lobby_stub().WatchLobby(context, request_);
}

// With filters numbers are left out, so that nothing tells a gap.
std::optional<LobbyFollower::Reading> LobbyFollower::Admit(v1::WatchLobbyResponse* message) {
  if (message->has_bookmark()) {
    MoveTo(std::max(sequence(), message->bookmark().sequence()));
    return Reading::kNews;
  }
  auto* events = message->mutable_events()->mutable_events();
  const auto first_new =
      std::find_if(events->begin(), events->end(),
                   [this](const v1::LobbyEvent& event) { return event.sequence() > sequence(); });
  events->erase(events->begin(), first_new);
  if (events->empty()) return std::nullopt;
  MoveTo(events->rbegin()->sequence());
  return Reading::kNews;
}

}  // namespace meeple::cli

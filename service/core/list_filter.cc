#include "service/core/list_filter.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "service/core/game_listing.h"
#include "service/core/player_name.h"

namespace meeple::service {
namespace {

// A name as it is stored; one that is no name stands for itself, and no game has it.
std::string Normal(const std::string& name) {
  absl::StatusOr<std::string> normal = NormalisePlayerName(name);
  return normal.ok() ? *std::move(normal) : name;
}

bool HasPlayer(const v1::ListedGame& game, const std::string& player_id) {
  return std::ranges::any_of(game.seats(),
                             [&](const v1::Seat& seat) { return seat.player_id() == player_id; });
}

bool HasOpenSeat(const v1::ListedGame& game) {
  return game.cursor().status() == v1::GAME_STATUS_NOT_STARTED &&
         std::ranges::any_of(game.seats(), [](const v1::Seat& seat) {
           return seat.status() == v1::SEAT_STATUS_OPEN;
         });
}

// Whether the game of `entry` stood in `list` before the event, given whether it does since.
bool WasIn(const storage::v1::LobbyEntry& entry, const std::string& list, bool is_in) {
  const auto names = [&](const auto& lists) {
    return std::ranges::find(lists, list) != lists.end();
  };
  return names(entry.left()) || (is_in && !names(entry.joined()));
}

}  // namespace

ListFilter ListFilter::Of(const v1::ListGamesRequest& request) {
  ListFilter filter;
  filter.kind_ = request.kind();
  filter.status_ = request.status();
  filter.open_seats_ = request.open_seats();
  if (!request.player_id().empty()) filter.player_id_ = Normal(request.player_id());
  if (!request.waiting_for().empty()) filter.waiting_for_ = Normal(request.waiting_for());
  filter.labels_ = request.labels();
  return filter;
}

ListFilter ListFilter::Of(const v1::WatchLobbyRequest& request) {
  ListFilter filter;
  filter.kind_ = request.kind();
  filter.status_ = request.status();
  filter.open_seats_ = request.open_seats();
  if (!request.player_id().empty()) filter.player_id_ = Normal(request.player_id());
  filter.labels_ = request.labels();
  return filter;
}

bool ListFilter::all() const {
  return kind_.empty() && status_ == v1::GAME_STATUS_UNSPECIFIED && !open_seats_ &&
         player_id_.empty() && waiting_for_.empty() && labels_.empty();
}

std::string ListFilter::NarrowestList() const {
  if (!waiting_for_.empty()) return ListOfPlayer(waiting_for_);
  if (!player_id_.empty()) return ListOfPlayer(player_id_);
  if (open_seats_) return ListOfOpenSeats();
  if (status_ != v1::GAME_STATUS_UNSPECIFIED) return ListOfStatus(status_);
  return ListOfAll();
}

bool ListFilter::PassesForLife(const v1::ListedGame& game) const {
  return (kind_.empty() || game.config().kind() == kind_) &&
         std::ranges::all_of(labels_, [&](const auto& label) {
           const auto found = game.config().labels().find(label.first);
           return found != game.config().labels().end() && found->second == label.second;
         });
}

bool ListFilter::Passes(const v1::ListedGame& game) const {
  return (status_ == v1::GAME_STATUS_UNSPECIFIED || game.cursor().status() == status_) &&
         (!open_seats_ || HasOpenSeat(game)) &&
         (player_id_.empty() || HasPlayer(game, player_id_)) &&
         (waiting_for_.empty() || game.current_player() == waiting_for_) && PassesForLife(game);
}

bool ListFilter::PassedBefore(const storage::v1::LobbyEntry& entry) const {
  const v1::ListedGame& game = entry.event().game();
  return WasIn(entry, ListOfAll(), true) &&
         (status_ == v1::GAME_STATUS_UNSPECIFIED ||
          WasIn(entry, ListOfStatus(status_), game.cursor().status() == status_)) &&
         (!open_seats_ || WasIn(entry, ListOfOpenSeats(), HasOpenSeat(game))) &&
         (player_id_.empty() ||
          WasIn(entry, ListOfPlayer(player_id_), HasPlayer(game, player_id_))) &&
         PassesForLife(game);
}

}  // namespace meeple::service

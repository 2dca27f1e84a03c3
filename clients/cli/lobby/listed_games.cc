#include "clients/cli/lobby/listed_games.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "clients/cli/game_text.h"

namespace meeple::cli {
namespace {

// "open", "X to play", "O wins", ...
std::string StandOf(const v1::ListedGame& game, const Style& style) {
  const bool has_open_seat = std::ranges::any_of(
      game.seats(), [](const v1::Seat& seat) { return seat.status() == v1::SEAT_STATUS_OPEN; });
  switch (game.cursor().status()) {
    case v1::GAME_STATUS_NOT_STARTED:
      return has_open_seat ? style.Bold("open") : "waits for an invited player";
    case v1::GAME_STATUS_IN_PROGRESS:
      return game.current_player() + " to play";
    case v1::GAME_STATUS_DRAWN:
      return "draw";
    case v1::GAME_STATUS_WON:
      return game.winner() + " won";
    default:
      return game.winner().empty() ? "abandoned" : game.winner() + " won, the others left";
  }
}

// As the server sorts, from the newest on.
auto PlaceOf(const v1::ListedGame& game) {
  return std::tuple(-game.create_time().seconds(), -game.create_time().nanos(), game.game_id());
}

}  // namespace

std::string LineOf(const v1::ListedGame& game, const Style& style) {
  return absl::StrCat(style.Bold(game.game_id()), "  ", KindLine(game.config()), "; ",
                      SeatsLine(game.seats(), style), "; ", StandOf(game, style), "\n");
}

bool ListedGames::Apply(const v1::LobbyEvent& event) {
  const std::string& id = event.game().game_id();
  if (event.change() == v1::LOBBY_CHANGE_GONE) return games_.erase(id) != 0;
  games_[id] = event.game();
  return true;
}

std::vector<const v1::ListedGame*> ListedGames::NewestFirst() const {
  std::vector<const v1::ListedGame*> games;
  games.reserve(games_.size());
  for (const auto& [id, game] : games_) games.push_back(&game);
  std::ranges::sort(games, {}, [](const v1::ListedGame* game) { return PlaceOf(*game); });
  return games;
}

}  // namespace meeple::cli

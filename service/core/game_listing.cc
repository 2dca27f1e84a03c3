#include "service/core/game_listing.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/conversion.h"
#include "service/core/event_bytes.h"
#include "service/core/game_view.h"

namespace meeple::service {
namespace {

// Who took a seat or freed one.
void AddPlayers(const EventGroup& events, ListChange& change) {
  for (const v1::GameEvent& event : events) {
    if (event.has_seat_taken()) change.joined.push_back(ListOfPlayer(event.actor()));
    if (event.has_seat_left() && event.seat_left().epoch() != 0) {
      change.left.push_back(ListOfPlayer(event.actor()));
    }
  }
}

// The lists in which a game stands whatever its status: those of a game that an older release kept
// in none are made up for at the next change of its status, and for others it changes nothing.
void AddPermanent(const GameState& state, ListChange& change) {
  change.joined.push_back(ListOfAll());
  for (engine::SeatIndex seat = 0; seat < state.seats().size(); ++seat) {
    std::string list = ListOfPlayer(state.game().players()[seat].id);
    if (!state.seats().IsTaken(seat) || std::ranges::count(change.joined, list) > 0) continue;
    change.joined.push_back(std::move(list));
  }
}

}  // namespace

std::string ListOfAll() { return "all"; }

std::string ListOfOpenSeats() { return "open"; }

std::string ListOfStatus(v1::GameStatus status) {
  return absl::StrCat("status/", static_cast<int>(status));
}

std::string ListOfPlayer(const std::string& player_id) {
  return absl::StrCat("player/", player_id);
}

Standing StandingOf(const GameState& state) {
  Standing standing;
  if (state.sequence() == 0) return standing;
  standing.status = ToProto(state.game().cursor().status);
  standing.results = ResultsOf(state);
  for (engine::SeatIndex seat = 0; seat < state.seats().size(); ++seat) {
    const v1::SeatStatus status = StatusOf(state.seats(), state.setup()->config, seat);
    standing.has_open_seat =
        standing.has_open_seat || (status == v1::SEAT_STATUS_OPEN && !state.game().over());
  }
  return standing;
}

ListChange ListChangeOf(const Standing& before, const GameState& after, const EventGroup& events) {
  ListChange change;
  if (after.setup()->is_private()) return change;
  const Standing standing = StandingOf(after);
  AddPlayers(events, change);
  if (standing.status != before.status) {
    AddPermanent(after, change);
    change.joined.push_back(ListOfStatus(standing.status));
    if (before.status != v1::GAME_STATUS_UNSPECIFIED) {
      change.left.push_back(ListOfStatus(before.status));
    }
  }
  if (standing.has_open_seat && !before.has_open_seat) change.joined.push_back(ListOfOpenSeats());
  if (before.has_open_seat && !standing.has_open_seat) change.left.push_back(ListOfOpenSeats());
  if (standing.status == before.status && !ChangesSeats(events) && !ChangesControllers(events)) {
    return change;
  }
  change.created_milliseconds = absl::ToUnixMillis(after.created());
  change.entry = SerializeDeterministically(ListedGameOf(after));
  return change;
}

v1::ListedGame ListedGameOf(const GameState& state) {
  const engine::BoardGame& game = state.game();
  v1::ListedGame listed;
  listed.set_game_id(state.setup()->game_id);
  *listed.mutable_config() = state.setup()->config;
  // It may be long, and is of no interest before the game is.
  listed.mutable_config()->clear_opening();
  listed.mutable_config()->clear_opening_seeds();
  BuildSeats(*state.setup(), game, state.seats(), *listed.mutable_seats());
  const engine::Outcome& outcome = game.outcome();
  if (outcome.winner != engine::kNoSeat) listed.set_winner(game.players()[outcome.winner].id);
  listed.set_end_reason(ToProto(outcome.reason));
  *listed.mutable_create_time() = ToProto(state.created());
  return listed;
}

v1::ListedGame ListedGameWithPosition(const GameState& state) {
  v1::ListedGame listed = ListedGameOf(state);
  const engine::TurnCursor& cursor = state.game().cursor();
  *listed.mutable_cursor() = ToProto(cursor);
  if (listed.cursor().status() == v1::GAME_STATUS_IN_PROGRESS) {
    listed.set_current_player(state.game().players()[cursor.turn_index].id);
  }
  return listed;
}

}  // namespace meeple::service

// How a seat is handed to a bot in the middle of a game, and back.

#include <string>

#include "absl/strings/str_cat.h"
#include "engine/core/event_text.h"
#include "service/core/errors.h"
#include "service/core/game_state.h"

namespace meeple::service {
namespace {

// Whether both stand for the same player, whatever is drawn from.
bool SameController(const std::optional<v1::Bot>& a, const std::optional<v1::Bot>& b) {
  if (!a.has_value() || !b.has_value()) return a.has_value() == b.has_value();
  return a->kind() == b->kind() && a->level() == b->level();
}

v1::Controller ControllerOf(const std::optional<v1::Bot>& bot) {
  v1::Controller controller;
  if (bot.has_value()) {
    *controller.mutable_bot() = *bot;
    controller.mutable_bot()->clear_seed();
  } else {
    controller.mutable_held();
  }
  return controller;
}

}  // namespace

absl::StatusOr<GroupViews> GameState::SetController(engine::SeatIndex seat,
                                                    const std::optional<v1::Bot>& bot,
                                                    const std::string& actor, absl::Time now) {
  if (game_->cursor().status == engine::GameStatus::kNotStarted) {
    return MakeError(v1::ERROR_REASON_NOT_STARTED, "the game has not started");
  }
  if (game_->over()) return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is over");
  if (!game_->IsPlaying(seat)) {
    return MakeError(v1::ERROR_REASON_ILLEGAL_MOVE,
                     absl::StrCat(Player(seat).id, " has resigned: nobody plays the seat any more"),
                     {{"rule", "already_resigned"}});
  }
  if (SameController(bot, seats_.bot(seat))) {
    return MakeError(v1::ERROR_REASON_CONTROLLER_UNCHANGED,
                     absl::StrCat("seat ", seat, " is played like that already"));
  }
  if (absl::Status room = CheckRoomForSeats(); !room.ok()) return room;
  const size_t events = 1 + offers_.open().size();
  if (absl::Status room = CheckRoom(events); !room.ok()) return room;
  Hand(seat, bot);
  GroupViews group = NewGroup();
  Add(group, actor, [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(bot.has_value() ? engine::TextOfBot(Player(seat), bot->kind())
                                   : engine::TextOfTakeover(Player(seat)));
    v1::ControllerChanged& changed = *event.mutable_controller_changed();
    changed.set_seat(seat);
    *changed.mutable_controller() = ControllerOf(bot);
    changed.set_player_id(Player(seat).id);
  });
  CloseOffers(group, Happening::kControllerChanged);
  return Seal(std::move(group), now);
}

// What a bot has played is not a person's to take back, and the other way round.
void GameState::Hand(engine::SeatIndex seat, const std::optional<v1::Bot>& bot) {
  game_->SealHistory();
  seats_.SetBot(seat, bot);
}

absl::Status GameState::CheckPlaysItself(engine::SeatIndex seat) const {
  if (game_->cursor().status != engine::GameStatus::kInProgress || !seats_.IsBot(seat)) {
    return absl::OkStatus();
  }
  return MakeError(v1::ERROR_REASON_BOT_PLAYS,
                   absl::StrCat("a bot plays for ", Player(seat).id,
                                ": take the seat back with SetController to play yourself"));
}

absl::Status GameState::FollowController(const v1::ControllerChanged& changed,
                                         const std::string& secret) {
  const auto cannot = [](absl::string_view why) {
    return absl::DataLossError(absl::StrCat("it cannot happen: ", why));
  };
  const engine::SeatIndex seat = changed.seat();
  if (game_->cursor().status != engine::GameStatus::kInProgress) {
    return cannot("the game was not being played");
  }
  if (!setup_->HasSeat(seat) || !game_->IsPlaying(seat)) return cannot("nobody played the seat");
  std::optional<v1::Bot> bot;
  if (changed.controller().has_bot()) {
    bot.emplace();
    if (!bot->ParseFromString(secret) || !bot->has_seed() || !CheckBot(*setup_->kind, *bot).ok() ||
        !SameController(bot, changed.controller().bot())) {
      return cannot("there is no such bot");
    }
  }
  if (SameController(bot, seats_.bot(seat))) return cannot("the seat was played like that already");
  Hand(seat, bot);
  return absl::OkStatus();
}

}  // namespace meeple::service

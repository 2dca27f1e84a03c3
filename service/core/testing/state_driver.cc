#include "service/core/testing/state_driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/board_picture.h"
#include "engine/core/notation.h"
#include "engine/core/rendering.h"
#include "google/protobuf/util/message_differencer.h"
#include "google/protobuf/util/time_util.h"
#include "service/core/conversion.h"

namespace meeple::service {
namespace {

using google::protobuf::util::MessageDifferencer;
using google::protobuf::util::TimeUtil;

std::string DescribeCursor(const engine::TurnCursor& cursor) {
  return absl::StrCat(static_cast<int>(cursor.status), "/", cursor.turn_index, "/", cursor.turns);
}

std::string DescribePlies(std::span<const engine::Ply> plies) {
  std::string text;
  for (const engine::Ply& ply : plies) {
    absl::StrAppend(&text, " ", ply.seat, ":", engine::FormatMove(ply.move), "@",
                    DescribeCursor(ply.before), "+", ply.memento);
  }
  return text;
}

// Ends the test program's call with a message where a call that must be accepted was refused.
EventGroup Accepted(absl::StatusOr<EventGroup> group) {
  EXPECT_TRUE(group.ok()) << group.status();
  return group.ok() ? *std::move(group) : EventGroup(1);
}

v1::Bot BotOf(const std::string& kind) {
  v1::Bot bot;
  bot.set_kind(kind);
  bot.set_seed(7);
  return bot;
}

// What happens beside the board.
bool LeavesPosition(const v1::GameEvent& event) {
  return event.has_game_final() || event.has_seat_taken() || event.has_credential_rotated() ||
         event.has_controller_changed() || event.has_offer_made() || event.has_offer_answered() ||
         (event.has_seat_left() && event.seat_left().reason() == v1::END_REASON_UNSPECIFIED);
}

}  // namespace

std::string Describe(const GameState& state) {
  const engine::BoardGame& game = state.game();
  std::string text = absl::StrCat(
      "events ", state.sequence(), ", position ", state.position_sequence(), ", turn ",
      state.turn_sequence(), ", final ", state.final() ? 1 : 0, ", final at ",
      state.final_due().value_or(-1), ", bot ", state.BotToMove().value_or(engine::kNoSeat),
      ", cursor ", DescribeCursor(game.cursor()), ", winner ", game.outcome().winner, ", reason ",
      static_cast<int>(game.outcome().reason), "\n", engine::RenderGame(game), "\nstanding",
      DescribePlies(game.log().standing()), "\nundone", DescribePlies(game.log().undone()),
      "\nundoable ", game.log().undoable(), "\nlegal");
  for (const engine::Move& move : game.LegalMoves()) {
    absl::StrAppend(&text, " ", engine::FormatMove(move));
  }
  for (engine::SeatIndex seat = 0; seat < game.seats(); ++seat) {
    absl::StrAppend(&text, "\nseat ", seat, " ", game.players()[seat].id, " taken ",
                    state.seats().IsTaken(seat) ? 1 : 0, ", epochs ", state.seats().epoch(seat),
                    " ", state.seats().invitation_epoch(seat));
  }
  // As they stood when the one that runs began to: what has passed since is no change.
  for (const GameClock::Reading& reading : state.clock().At(0)) {
    absl::StrAppend(&text, "\nclock ", reading.seat, " ", reading.remaining_milliseconds,
                    reading.running ? " running" : "");
  }
  absl::StrAppend(&text, "\ntime is up at ", state.clock().deadline().value_or(-1),
                  ", for the first move at ", state.first_move_due().value_or(-1),
                  ", for the start at ", state.unstarted_due().value_or(-1));
  for (const auto& offer : state.offers().open()) {
    absl::StrAppend(&text, "\noffer due ", offer.due_milliseconds, " ",
                    ToProto(offer).ShortDebugString());
  }
  for (engine::SeatIndex seat = 0; seat < game.seats(); ++seat) {
    absl::StrAppend(&text, "\noffers of ", seat, ": ", state.offers().MadeBy(seat));
    for (const auto kind : {v1::OFFER_KIND_DRAW, v1::OFFER_KIND_UNDO, v1::OFFER_KIND_REMATCH}) {
      absl::StrAppend(&text, state.offers().IsSpent(seat, kind) ? " spent" : " free");
    }
  }
  absl::StrAppend(&text, "\nnext ", state.next_game_id());
  for (const engine::Resignation& resignation : game.log().resignations()) {
    absl::StrAppend(&text, "\nresigned ", resignation.seat, " at ", resignation.turn);
  }
  return text;
}

std::vector<std::string> TextsOf(const EventGroup& group) {
  std::vector<std::string> texts;
  for (const v1::GameEvent& event : group) texts.push_back(event.text());
  return texts;
}

StateDriver::StateDriver(const std::string& config, const StateLimits& limits, int max_plies)
    : StateDriver(Prepare(config, max_plies), limits) {}

StateDriver::StateDriver(PreparedGame prepared, const StateLimits& limits)
    : state_(std::move(prepared), limits) {
  state_.ArriveAt(game_time_);
  Take(state_.Begin(now_), 0);
}

void StateDriver::Take(GroupViews views, int64_t sequence_before) {
  views_ = std::move(views);
  CheckGroup(views_.everyone, sequence_before);
  EXPECT_EQ(views_.seats.empty(), !state_.setup()->kind->hidden);
  for (const EventGroup& view : views_.seats) {
    EXPECT_EQ(view.size(), views_.everyone.size());
    CheckGroup(view, sequence_before);
  }
  events_.insert(events_.end(), views_.everyone.begin(), views_.everyone.end());
}

template <class Function>
absl::StatusOr<EventGroup> StateDriver::Try(const Function& call) {
  const std::string before = Describe(state_);
  const int64_t sequence_before = state_.sequence();
  state_.ArriveAt(game_time_);
  absl::StatusOr<GroupViews> views = call();
  if (!views.ok()) {
    EXPECT_EQ(Describe(state_), before) << "refused, but changed: " << views.status();
    return views.status();
  }
  Take(*std::move(views), sequence_before);
  return views_.everyone;
}

void StateDriver::CheckGroup(const EventGroup& group, int64_t sequence_before) const {
  ASSERT_FALSE(group.empty());
  int64_t sequence = sequence_before;
  int64_t position = state_.position_sequence();
  for (const v1::GameEvent& event : group) {
    SCOPED_TRACE(event.ShortDebugString());
    EXPECT_EQ(event.sequence(), ++sequence);
    EXPECT_NE(event.text(), "");
    EXPECT_NE(event.detail_case(), v1::GameEvent::DETAIL_NOT_SET);
    EXPECT_TRUE(MessageDifferencer::Equals(event.cursor(), ToProto(state_.game().cursor())))
        << "the cursor is that after the group";
    EXPECT_TRUE(MessageDifferencer::Equals(event.time(), group.front().time()));
    EXPECT_TRUE(std::ranges::equal(event.clocks(), group.front().clocks(), [](auto& a, auto& b) {
      return MessageDifferencer::Equals(a, b);
    }));
    EXPECT_TRUE(events_.empty() || event.time() >= events_.back().time());
    if (!LeavesPosition(event)) position = event.sequence();
  }
  EXPECT_EQ(group.back().turn(), state_.game().cursor().turns);
  EXPECT_EQ(state_.sequence(), sequence);
  EXPECT_EQ(state_.position_sequence(), position);
  EXPECT_EQ(state_.final(), group.back().has_game_final());
  EXPECT_EQ(state_.final_due().has_value(), state_.game().over() && !state_.final());
}

absl::StatusOr<EventGroup> StateDriver::TryPlay(engine::SeatIndex seat,
                                                const std::string& notation) {
  const engine::Move move = engine::ParseMove(notation, state_.setup()->kind->move_forms).value();
  return Try([&] { return state_.Play(seat, move, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryUndo(engine::SeatIndex seat) {
  return Try([&] { return state_.Undo(seat, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryRedo(engine::SeatIndex seat) {
  return Try([&] { return state_.Redo(seat, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryJoin(const SeatRequest& request) {
  return Try([&] { return state_.Join(request, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryLeave(engine::SeatIndex seat) {
  return Try([&] { return state_.Leave(seat, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryRenewCredential(engine::SeatIndex seat,
                                                           const std::string& actor) {
  return Try([&] { return state_.RenewCredential(seat, actor, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TrySetController(engine::SeatIndex seat,
                                                         const std::string& bot_kind) {
  std::optional<v1::Bot> bot;
  if (!bot_kind.empty()) bot = BotOf(bot_kind);
  return Try([&] { return state_.SetController(seat, bot, "", now_); });
}

std::string StateDriver::bot_secret() { return BotOf("random").SerializeAsString(); }

absl::StatusOr<EventGroup> StateDriver::TryResign(engine::SeatIndex seat) {
  return Try([&] { return state_.Resign(seat, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryAbandon(engine::SeatIndex seat) {
  return Try([&] { return state_.Abandon(seat, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryCallOff() {
  return Try([&] { return state_.CallOff(now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryFinalise(int64_t finish_sequence) {
  return Try([&] { return state_.Finalise(finish_sequence, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryTakeFlag() {
  return Try([&] { return state_.TakeFlag(now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryAbortUnmoved() {
  return Try([&] { return state_.AbortUnmoved(now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryEndUnstarted() {
  return Try([&] { return state_.EndUnstarted(now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryForfeit(engine::SeatIndex seat) {
  return Try([&] { return state_.Forfeit(seat, now_); });
}

std::vector<int64_t> StateDriver::Remaining() const {
  std::vector<int64_t> remaining;
  for (const GameClock::Reading& reading : state_.clock().At(game_time_)) {
    remaining.push_back(reading.remaining_milliseconds);
  }
  return remaining;
}

absl::StatusOr<EventGroup> StateDriver::TryOffer(engine::SeatIndex seat,
                                                 const OfferRequest& request) {
  return Try([&] { return state_.MakeOffer(seat, request, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryAnswer(engine::SeatIndex seat, int64_t id,
                                                  v1::OfferAnswer answer) {
  return Try([&] { return state_.AnswerOffer(seat, id, answer, now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryExpireOffers() {
  return Try([&] { return state_.ExpireOffers(now_); });
}

absl::StatusOr<EventGroup> StateDriver::TryConcludeRematch(const std::string& next_game_id) {
  return Try([&] { return state_.ConcludeRematch(next_game_id, now_); });
}

EventGroup StateDriver::Offer(engine::SeatIndex seat, v1::OfferKind kind) {
  return Accepted(TryOffer(seat, {.kind = kind}));
}

int64_t StateDriver::LastOffer() const {
  const auto last = std::find_if(events_.rbegin(), events_.rend(),
                                 [](const v1::GameEvent& event) { return event.has_offer_made(); });
  return last == events_.rend() ? 0 : last->sequence();
}

EventGroup StateDriver::Accept(engine::SeatIndex seat) {
  return Accepted(TryAnswer(seat, LastOffer(), v1::OFFER_ANSWER_ACCEPT));
}

EventGroup StateDriver::Decline(engine::SeatIndex seat) {
  return Accepted(TryAnswer(seat, LastOffer(), v1::OFFER_ANSWER_DECLINE));
}

EventGroup StateDriver::Play(const std::string& notation) {
  return Accepted(TryPlay(state_.game().cursor().turn_index, notation));
}

void StateDriver::PlayAll(const std::vector<std::string>& notations) {
  for (const std::string& notation : notations) Play(notation);
}

EventGroup StateDriver::Undo(engine::SeatIndex seat) { return Accepted(TryUndo(seat)); }

EventGroup StateDriver::Redo(engine::SeatIndex seat) { return Accepted(TryRedo(seat)); }

EventGroup StateDriver::Join(const SeatRequest& request) { return Accepted(TryJoin(request)); }

EventGroup StateDriver::Leave(engine::SeatIndex seat) { return Accepted(TryLeave(seat)); }

EventGroup StateDriver::RenewCredential(engine::SeatIndex seat) {
  return Accepted(TryRenewCredential(seat));
}

EventGroup StateDriver::SetController(engine::SeatIndex seat, const std::string& bot_kind) {
  return Accepted(TrySetController(seat, bot_kind));
}

EventGroup StateDriver::Resign(engine::SeatIndex seat) { return Accepted(TryResign(seat)); }

EventGroup StateDriver::Abandon(engine::SeatIndex seat) { return Accepted(TryAbandon(seat)); }

EventGroup StateDriver::Finalise() { return Accepted(TryFinalise(state_.position_sequence())); }

void StateDriver::ExpectTurn(const std::string& player, int turns) const {
  const engine::BoardGame& game = state_.game();
  EXPECT_EQ(game.cursor().status, engine::GameStatus::kInProgress);
  EXPECT_EQ(game.players()[game.cursor().turn_index].id, player);
  EXPECT_EQ(game.cursor().turns, turns);
}

void StateDriver::ExpectEnd(engine::GameStatus status, engine::EndReason reason,
                            const std::string& winner) const {
  const engine::BoardGame& game = state_.game();
  EXPECT_EQ(game.cursor().status, status);
  EXPECT_EQ(game.outcome().reason, reason);
  const engine::SeatIndex seat = game.outcome().winner;
  EXPECT_EQ(seat == engine::kNoSeat ? "" : game.players()[seat].id, winner);
}

std::string StateDriver::Board() const { return engine::RenderPicture(state_.game().Picture()); }

}  // namespace meeple::service

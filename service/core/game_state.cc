#include "service/core/game_state.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/event_text.h"
#include "engine/core/opening.h"
#include "engine/core/rendering.h"
#include "service/core/clock_config.h"
#include "service/core/conversion.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

// The last events of a game are kept for moves and ends, the very last for ends alone: however a
// game is filled with undo and redo, it can be played on and can be ended. The move that leaves no
// room for another ends the game itself, so that no seat, and no bot, is ever to move in vain.
constexpr int kReservedForMoves = 100;
constexpr int kReservedForEnds = 10;
// A move, the end of the game, its being final.
constexpr size_t kMostEventsOfMove = 3;

absl::Status NothingToUndo() {
  return MakeError(v1::ERROR_REASON_NOTHING_TO_UNDO, "no move stands that could be taken back");
}

}  // namespace

GameState::GameState(PreparedGame prepared, const StateLimits& limits)
    : setup_(std::move(prepared.setup)),
      limits_(limits),
      game_(std::move(prepared.game)),
      seats_(setup_->config),
      clock_(ClockRulesOf(setup_->config), game_->seats()) {
  for (engine::SeatIndex seat = 0; seat < seats_.size(); ++seat) {
    seats_.SetBot(seat, setup_->bots[seat]);
  }
}

std::optional<int64_t> GameState::final_due() const {
  if (!game_->over() || final_) return std::nullopt;
  return final_due_;
}

std::optional<engine::SeatIndex> GameState::BotToMove() const {
  const engine::TurnCursor& cursor = game_->cursor();
  if (cursor.status != engine::GameStatus::kInProgress || !seats_.IsBot(cursor.turn_index)) {
    return std::nullopt;
  }
  return cursor.turn_index;
}

// --- What calls do ---

GroupViews GameState::Begin(absl::Time now) {
  GroupViews group = NewGroup();
  Add(group, "", [this](v1::GameEvent& event, engine::Viewer) {
    event.set_text(engine::TextOfCreated());
    *event.mutable_game_created()->mutable_config() = setup_->config;
    event.mutable_game_created()->set_rules_version(setup_->kind->rules_version);
    event.mutable_game_created()->set_scored(setup_->scored);
  });
  if (seats_.AllTaken()) AddStart(group);
  return Seal(std::move(group), now);
}

void GameState::Start() {
  [[maybe_unused]] const auto refused = engine::StartWithOpening(*game_, setup_->opening.moves);
  assert(!refused.has_value());
}

absl::StatusOr<GroupViews> GameState::Play(engine::SeatIndex seat, const engine::Move& move,
                                           absl::Time now) {
  if (const auto refusal = game_->Check(seat, move)) return Refused(*refusal);
  game_->ApplyUnchecked(move);
  GroupViews group = NewGroup();
  const engine::Ply& ply = game_->log().standing().back();
  Add(group, Player(seat).id, [&](v1::GameEvent& event, engine::Viewer viewer) {
    event.set_text(engine::RenderMove(*game_, ply, viewer));
    *event.mutable_move_applied()->mutable_move() = MoveFor(ply, game_->cursor().turns, viewer);
  });
  CloseOffers(group, Happening::kMove, seat);
  AddEnd(group, Player(seat).id, now);
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::Undo(engine::SeatIndex seat, absl::Time now) {
  if (absl::Status status = CheckHistoryOpen(seat); !status.ok()) return status;
  const size_t plies = PliesToUndo();
  if (absl::Status allowed = CheckPolicy(seat, plies); !allowed.ok()) return allowed;
  if (plies == 0) return NothingToUndo();
  if (absl::Status room = CheckRoom(plies + offers_.open().size()); !room.ok()) return room;
  GroupViews group = NewGroup();
  AddUndo(group, plies, seat);
  return Seal(std::move(group), now);
}

void GameState::AddUndo(GroupViews& group, size_t plies, engine::SeatIndex seat) {
  for (size_t i = 0; i < plies; ++i) {
    const engine::Ply ply = game_->log().standing().back();
    const int number = game_->cursor().turns;
    game_->Undo();
    Add(group, Player(seat).id, [&](v1::GameEvent& event, engine::Viewer viewer) {
      event.set_text(engine::RenderUndo(*game_, ply, seat, viewer));
      *event.mutable_move_undone()->mutable_move() = MoveFor(ply, number, viewer);
    });
  }
  CloseOffers(group, Happening::kHistory);
}

absl::StatusOr<GroupViews> GameState::Redo(engine::SeatIndex seat, absl::Time now) {
  if (absl::Status status = CheckHistoryOpen(seat); !status.ok()) return status;
  if (absl::Status allowed = CheckPolicy(seat, 0); !allowed.ok()) return allowed;
  const auto undone = game_->log().undone();
  if (!undone.empty() && undone.front().seat != seat) {
    return MakeError(v1::ERROR_REASON_UNDO_NOT_ALLOWED,
                     absl::StrCat("the move that would come back is ",
                                  Player(undone.front().seat).id, "'s, and only they may redo it"));
  }
  const size_t plies = PliesToRedo();
  if (plies == 0) {
    return MakeError(v1::ERROR_REASON_NOTHING_TO_REDO,
                     "no move was taken back since the last new one");
  }
  const size_t events = plies + 2 + offers_.open().size();
  if (absl::Status room = CheckRoom(events); !room.ok()) return room;
  GroupViews group = NewGroup();
  for (size_t i = 0; i < plies; ++i) {
    game_->Redo();
    const engine::Ply& ply = game_->log().standing().back();
    Add(group, Player(seat).id, [&](v1::GameEvent& event, engine::Viewer viewer) {
      event.set_text(engine::RenderRedo(*game_, ply, viewer));
      *event.mutable_move_redone()->mutable_move() = MoveFor(ply, game_->cursor().turns, viewer);
    });
  }
  CloseOffers(group, Happening::kHistory);
  AddEnd(group, Player(seat).id, now);
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::Resign(engine::SeatIndex seat, absl::Time now) {
  if (const auto refusal = game_->Resign(seat)) return Refused(*refusal);
  return TellOfLeaving(seat, engine::EndReason::kResignation, Player(seat).id, now);
}

absl::StatusOr<GroupViews> GameState::Abandon(engine::SeatIndex seat, absl::Time now) {
  if (game_->over()) return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is over");
  if (!game_->IsPlaying(seat)) {
    return MakeError(v1::ERROR_REASON_ROLE_REQUIRED,
                     "a seat that resigned cannot call the game off");
  }
  if (EverySeatHasMoved()) {
    return MakeError(v1::ERROR_REASON_ROLE_REQUIRED,
                     "every seat has moved: a player can resign, but no longer call the game off");
  }
  game_->Abandon();
  GroupViews group = NewGroup();
  AddEnd(group, Player(seat).id, now);
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::CallOff(absl::Time now) {
  if (game_->over()) return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is over");
  return EndWithoutWinner(engine::EndReason::kAbandoned, now);
}

absl::StatusOr<GroupViews> GameState::Finalise(int64_t finish_sequence, absl::Time now) {
  if (final_) return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is final");
  if (!game_->over() || position_sequence_ != finish_sequence) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the result was taken back");
  }
  if (offers_.AgreedRematch() != nullptr) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the rematch comes first");
  }
  GroupViews group = NewGroup();
  AddFinal(group);
  return Seal(std::move(group), now);
}

// --- Checks ---

absl::Status GameState::CheckHistoryOpen(engine::SeatIndex seat) const {
  if (game_->cursor().status == engine::GameStatus::kNotStarted) {
    return MakeError(v1::ERROR_REASON_NOT_STARTED, "the game has not started");
  }
  const bool ended_otherwise =
      game_->over() && game_->outcome().reason != engine::EndReason::kBoard;
  if (final_ || ended_otherwise || offers_.AgreedRematch() != nullptr) {
    return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is over and its result stands");
  }
  if (!UndoAllowed()) {
    return MakeError(v1::ERROR_REASON_UNDO_NOT_ALLOWED,
                     "moves of this game cannot be taken back: its undo policy is never");
  }
  if (!game_->IsPlaying(seat)) {
    return MakeError(v1::ERROR_REASON_UNDO_NOT_ALLOWED,
                     "a seat that resigned has no say in undo and redo");
  }
  return absl::OkStatus();
}

absl::Status GameState::CheckPolicy(engine::SeatIndex seat, size_t plies_to_undo) const {
  const v1::UndoPolicy policy = setup_->config.undo();
  if (policy == v1::UNDO_POLICY_BY_CONSENT) {
    return MakeError(v1::ERROR_REASON_UNDO_NOT_ALLOWED,
                     "the others have to agree: offer them an undo with MakeOffer");
  }
  if (policy != v1::UNDO_POLICY_OWN_LAST_MOVE || plies_to_undo == 0) return absl::OkStatus();
  const auto standing = game_->log().standing();
  const engine::SeatIndex mover = standing[standing.size() - plies_to_undo].seat;
  if (mover == seat) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_UNDO_NOT_ALLOWED,
                   absl::StrCat("the last move is ", Player(mover).id,
                                "'s, and in this game everybody takes back only their own"));
}

bool GameState::EverySeatHasMoved() const {
  for (engine::SeatIndex seat = 0; seat < game_->seats(); ++seat) {
    if (game_->IsPlaying(seat) && !HasMoved(seat)) return false;
  }
  return true;
}

size_t GameState::PliesToUndo() const {
  const auto standing = game_->log().standing();
  for (size_t plies = 1; plies <= game_->log().undoable(); ++plies) {
    const engine::TurnCursor& before = standing[standing.size() - plies].before;
    if (!seats_.IsBot(before.turn_index)) return plies;
  }
  return 0;
}

size_t GameState::PliesToRedo() const {
  const auto undone = game_->log().undone();
  for (size_t plies = 1; plies < undone.size(); ++plies) {
    if (!seats_.IsBot(undone[plies].seat)) return plies;
  }
  return undone.size();
}

bool GameState::HasRoom(size_t events, int reserved) const {
  return sequence_ + static_cast<int64_t>(events) <= limits_.max_events - reserved;
}

absl::Status GameState::CheckRoom(size_t events) const {
  if (HasRoom(events, kReservedForMoves)) return absl::OkStatus();
  const std::string limit = absl::StrCat(limits_.max_events);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("a game has at most ", limit,
                                " events, and the last ones are kept for moves and for its end"),
                   {{"limit", "events_per_game"}, {"value", limit}});
}

absl::Status GameState::CheckRoomForSeats() const {
  const int most = limits_.max_events / 2;
  if (seat_events_ < most) return absl::OkStatus();
  const std::string limit = absl::StrCat(most);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("seats of a game change hands, credentials and players at most ",
                                limit, " times; the other events are kept for its moves"),
                   {{"limit", "seat_events_per_game"}, {"value", limit}});
}

absl::Status GameState::Refused(const engine::Refusal& refusal) const {
  switch (refusal.reason) {
    case engine::RefusalReason::kNotYourTurn:
      return FromRefusal(refusal, {{"to_move", Player(game_->cursor().turn_index).id}});
    case engine::RefusalReason::kOutsideBoard:
      return FromRefusal(
          refusal,
          {{"rows", absl::StrCat(refusal.rows > 0 ? refusal.rows : setup_->rows)},
           {"columns", absl::StrCat(refusal.columns > 0 ? refusal.columns : setup_->columns)}});
    default:
      return FromRefusal(refusal);
  }
}

// --- Events ---

bool GameState::CanPlayAgain() const {
  int people = 0;
  for (engine::SeatIndex seat = 0; seat < seats_.size(); ++seat)
    people += seats_.IsBot(seat) ? 0 : 1;
  const engine::EndReason reason = game_->outcome().reason;
  const bool was_called_off =
      reason == engine::EndReason::kAbandoned || reason == engine::EndReason::kAborted;
  return people >= 2 && seats_.AllTaken() && !was_called_off;
}

bool GameState::CanTakeBackEnd() const {
  return UndoAllowed() && game_->outcome().reason == engine::EndReason::kBoard && PliesToUndo() > 0;
}

GroupViews GameState::NewGroup() const {
  GroupViews group;
  if (setup_->kind->hidden) group.seats.resize(setup_->bots.size());
  return group;
}

void GameState::Add(GroupViews& group, const std::string& actor, const Tell& tell) const {
  auto add = [&](EventGroup& view, engine::Viewer viewer) {
    v1::GameEvent& event = view.emplace_back();
    event.set_turn(game_->cursor().turns);
    event.set_actor(actor);
    tell(event, viewer);
  };
  add(group.everyone, engine::kSpectator);
  for (size_t seat = 0; seat < group.seats.size(); ++seat) {
    add(group.seats[seat], static_cast<engine::Viewer>(seat));
  }
}

v1::Move GameState::MoveFor(const engine::Ply& ply, int number, engine::Viewer viewer) const {
  return game_->CanSee(ply, viewer) ? ToProto(ply.move, Player(ply.seat), number)
                                    : HiddenMove(Player(ply.seat), number);
}

void GameState::AddStart(GroupViews& group) {
  Start();
  Add(group, "", [this](v1::GameEvent& event, engine::Viewer viewer) {
    event.set_text(engine::TextOfStarted());
    v1::GameStarted* started = event.mutable_game_started();
    if (setup_->opening.moves.empty()) return;
    *started->mutable_board() = ToProto(game_->PictureFor(viewer));
  });
}

void GameState::AddEnd(GroupViews& group, const std::string& actor, absl::Time now) {
  if (!game_->over()) {
    const size_t next_move = kMostEventsOfMove + offers_.open().size();
    if (HasRoom(group.everyone.size() + next_move, kReservedForEnds)) return;
    game_->Abandon(engine::EndReason::kTurnLimit);
  }
  CloseOffers(group, Happening::kEnd);
  const engine::Outcome& outcome = game_->outcome();
  const engine::Player* winner =
      outcome.winner == engine::kNoSeat ? nullptr : &Player(outcome.winner);
  const bool goes_on = CanTakeBackEnd() || CanPlayAgain();
  const absl::Time final_at =
      std::max(last_time_, now) + (goes_on ? limits_.final_after : absl::ZeroDuration());
  Add(group, actor, [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(engine::TextOfEnd(game_->cursor().status, outcome.reason, winner));
    v1::GameFinished* finished = event.mutable_game_finished();
    if (winner != nullptr) finished->set_winner(winner->id);
    finished->set_end_reason(ToProto(outcome.reason));
    *finished->mutable_final_at() = ToProto(final_at);
  });
  if (!goes_on || limits_.final_after <= absl::ZeroDuration()) AddFinal(group);
}

void GameState::AddFinal(GroupViews& group) {
  CloseOffers(group, Happening::kFinal);
  const engine::SeatIndex winner = game_->outcome().winner;
  Add(group, "", [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(engine::TextOfFinal());
    v1::GameFinal* final = event.mutable_game_final();
    if (winner != engine::kNoSeat) final->set_winner(Player(winner).id);
    if (setup_->kind->chance) final->set_seed(game_->options().seed);
    if (setup_->kind->hidden) *final->mutable_board() = ToProto(game_->Picture());
  });
  final_ = true;
}

GroupViews GameState::Seal(GroupViews group, absl::Time now) {
  last_time_ = std::max(last_time_, now);
  if (sequence_ == 0) created_ = last_time_;
  FollowClocks(group.everyone);
  const v1::TurnCursor cursor = ToProto(game_->cursor());
  google::protobuf::RepeatedPtrField<v1::Clock> clocks;
  AddClocks(clock_.At(newest_time_), clocks);
  auto seal = [&](EventGroup& view) {
    int64_t sequence = sequence_;
    for (v1::GameEvent& event : view) {
      event.set_sequence(++sequence);
      *event.mutable_time() = ToProto(last_time_);
      *event.mutable_cursor() = cursor;
      *event.mutable_clocks() = clocks;
    }
  };
  seal(group.everyone);
  for (EventGroup& view : group.seats) seal(view);
  for (const v1::GameEvent& event : group.everyone) Count(event);
  return group;
}

void GameState::Count(const v1::GameEvent& event) {
  sequence_ = event.sequence();
  if (ChangesPosition(event)) {
    position_sequence_ = sequence_;
    offers_.OnPositionChanged();
  }
  if (ChangesTurn(event, game_->cursor().turn_index)) turn_sequence_ = sequence_;
  if (IsAboutSeat(event)) ++seat_events_;
  if (event.has_move_applied()) moved_.set(game_->log().standing().back().seat);
  if (event.has_game_finished()) {
    final_due_ =
        call_time_ + absl::ToInt64Milliseconds(FromProto(event.game_finished().final_at()) -
                                               FromProto(event.time()));
  }
  // Once all agreed on a rematch, nothing else is waited for.
  if (offers_.AgreedRematch() != nullptr) final_due_ = std::min(final_due_, call_time_);
}

}  // namespace meeple::service

#include "engine/players/match.h"

#include <cassert>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace meeple::engine {
namespace {

MatchError WithoutMove(const BoardGame& game, const absl::Status& status) {
  const SeatIndex seat = game.cursor().turn_index;
  return {.reason = absl::IsOutOfRange(status) ? MatchErrorReason::kScriptExhausted
                                               : MatchErrorReason::kNoMove,
          .seat = seat,
          .message = absl::StrCat(game.players()[seat].id, " gave no move: ", status.message())};
}

MatchError WithIllegalMove(const BoardGame& game, const Refusal& refusal) {
  const SeatIndex seat = game.cursor().turn_index;
  return {.reason = MatchErrorReason::kIllegalMove,
          .seat = seat,
          .refusal = refusal,
          .message =
              absl::StrCat(game.players()[seat].id, " chose an illegal move: ", refusal.message)};
}

}  // namespace

Match::Match(std::unique_ptr<BoardGame> game, std::vector<std::unique_ptr<MoveStrategy>> strategies)
    : game_(std::move(game)), strategies_(std::move(strategies)) {
  assert(static_cast<int>(strategies_.size()) == game_->seats());
}

void Match::AddObserver(GameObserver* observer) { observers_.push_back(observer); }

std::optional<MatchError> Match::Play() {
  StartOnce();
  while (!game_->over()) {
    if (std::optional<MatchError> error = PlayTurn()) return error;
  }
  return std::nullopt;
}

std::optional<MatchError> Match::PlayTurn() {
  StartOnce();
  assert(!game_->over());
  const SeatIndex seat = game_->cursor().turn_index;
  const absl::StatusOr<Move> move = strategies_[seat]->Choose(*game_);
  if (!move.ok()) return WithoutMove(*game_, move.status());
  if (std::optional<Refusal> refusal = game_->Submit(seat, *move)) {
    return WithIllegalMove(*game_, *refusal);
  }
  Tell(EventsOfMove(*game_));
  return std::nullopt;
}

std::optional<Refusal> Match::Undo() {
  const Outcome outcome_before = game_->outcome();
  std::optional<Refusal> refusal = game_->Undo();
  if (!refusal) Tell(EventsOfUndo(*game_, outcome_before));
  return refusal;
}

std::optional<Refusal> Match::Redo() {
  std::optional<Refusal> refusal = game_->Redo();
  if (!refusal) Tell(EventsOfRedo(*game_));
  return refusal;
}

std::optional<Refusal> Match::Resign(SeatIndex seat) {
  std::optional<Refusal> refusal = game_->Resign(seat);
  if (!refusal) Tell(EventsOfResignation(*game_, seat));
  return refusal;
}

std::optional<Refusal> Match::Abandon() {
  std::optional<Refusal> refusal = game_->Abandon();
  if (!refusal) Tell(EventsOfAbandonment(*game_));
  return refusal;
}

void Match::StartOnce() {
  if (game_->cursor().status != GameStatus::kNotStarted) return;
  game_->Start();
  Tell(EventsOfStart(*game_));
}

void Match::Tell(const std::vector<GameEvent>& events) {
  for (const GameEvent& event : events) {
    for (GameObserver* observer : observers_) observer->OnEvent(*game_, event);
  }
}

}  // namespace meeple::engine

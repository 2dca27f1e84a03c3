#include "engine/core/board_game.h"

#include <cassert>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/counter_random.h"
#include "engine/core/event_text.h"
#include "engine/core/position_hash.h"

namespace meeple::engine {
namespace {

Refusal NotStarted() {
  return {.reason = RefusalReason::kNotStarted, .message = "the game has not started"};
}

Refusal GameOver() { return {.reason = RefusalReason::kGameOver, .message = "the game is over"}; }

}  // namespace

BoardGame::BoardGame(std::vector<Player> players, const GameOptions& options)
    : players_(std::move(players)), options_(options) {
  assert(!players_.empty() && players_.size() <= kMaxSeats);
  assert(options_.first_seat >= 0 && options_.first_seat < seats());
  cursor_.turn_index = options_.first_seat;
}

BoardGame::BoardGame(const BoardGame& other)
    : players_(other.players_),
      options_(other.options_),
      cursor_(other.cursor_),
      outcome_(other.outcome_),
      out_(other.out_) {}

void BoardGame::SetPlayerId(SeatIndex seat, std::string id) {
  assert(cursor_.status == GameStatus::kNotStarted);
  players_[seat].id = std::move(id);
}

void BoardGame::Start() {
  assert(cursor_.status == GameStatus::kNotStarted);
  cursor_.status = GameStatus::kInProgress;
}

std::optional<Refusal> BoardGame::Submit(SeatIndex seat, const Move& move) {
  if (std::optional<Refusal> refusal = Check(seat, move)) return refusal;
  ApplyUnchecked(move);
  return std::nullopt;
}

std::optional<Refusal> BoardGame::Check(SeatIndex seat, const Move& move) const {
  if (cursor_.status == GameStatus::kNotStarted) return NotStarted();
  if (over()) return GameOver();
  if (seat != cursor_.turn_index) {
    return Refusal{.reason = RefusalReason::kNotYourTurn,
                   .message = absl::StrCat("it is the turn of ", players_[cursor_.turn_index].id)};
  }
  return CheckMove(move);
}

void BoardGame::ApplyUnchecked(const Move& move) {
  assert(cursor_.status == GameStatus::kInProgress);
  const TurnCursor before = cursor_;
  const Memento memento = Advance(move);
  log_.Append({.move = move, .seat = before.turn_index, .before = before, .memento = memento});
}

std::optional<Refusal> BoardGame::Undo() {
  if (std::optional<Refusal> refusal = CheckUndo()) return refusal;
  UndoUnchecked();
  return std::nullopt;
}

void BoardGame::UndoUnchecked() {
  const Ply& ply = log_.TakeBack();
  TakeBack(ply.move, ply.seat, ply.memento);
  cursor_ = ply.before;
  outcome_ = {};
}

std::optional<Refusal> BoardGame::Redo() {
  if (std::optional<Refusal> refusal = CheckRedo()) return refusal;
  log_.BringBack(Advance(log_.undone().front().move));
  return std::nullopt;
}

std::optional<Refusal> BoardGame::CheckUndo() const {
  if (std::optional<Refusal> refusal = CheckHistoryOpen()) return refusal;
  if (log_.undoable() > 0) return std::nullopt;
  return Refusal{.reason = RefusalReason::kNothingToUndo,
                 .message = "there is no move that can be taken back"};
}

std::optional<Refusal> BoardGame::CheckRedo() const {
  if (std::optional<Refusal> refusal = CheckHistoryOpen()) return refusal;
  if (!log_.undone().empty()) return std::nullopt;
  return Refusal{.reason = RefusalReason::kNothingToRedo,
                 .message = "no move was taken back that could be played again"};
}

std::optional<Refusal> BoardGame::Resign(SeatIndex seat, EndReason reason) {
  assert(seat >= 0 && seat < seats());
  if (cursor_.status == GameStatus::kNotStarted) return NotStarted();
  if (over()) return GameOver();
  if (!IsPlaying(seat)) {
    return Refusal{.reason = RefusalReason::kIllegalMove,
                   .message = absl::StrCat(players_[seat].id, " has resigned already"),
                   .rule = "already_resigned"};
  }
  out_ |= 1u << seat;
  log_.RecordResignation(seat, reason);
  const std::vector<SeatIndex> playing = SeatsPlaying();
  if (playing.size() <= 1) {
    cursor_.status = GameStatus::kAbandoned;
    outcome_ = {.winner = playing.empty() ? kNoSeat : playing.front(), .reason = reason};
  } else if (const Judgement judgement = JudgeAfterLeaving();
             judgement.status != GameStatus::kInProgress) {
    cursor_.status = judgement.status;
    outcome_ = {.winner = judgement.winner, .reason = EndReason::kBoard};
  } else if (seat == cursor_.turn_index) {
    cursor_.turn_index = NextSeat(seat);
  }
  return std::nullopt;
}

std::optional<Refusal> BoardGame::Abandon(EndReason reason) {
  if (over()) return GameOver();
  cursor_.status = GameStatus::kAbandoned;
  outcome_ = {.winner = kNoSeat, .reason = reason};
  return std::nullopt;
}

std::optional<Refusal> BoardGame::AgreeOnDraw() {
  if (cursor_.status == GameStatus::kNotStarted) return NotStarted();
  if (over()) return GameOver();
  cursor_.status = GameStatus::kDrawn;
  outcome_ = {.winner = kNoSeat, .reason = EndReason::kAgreement};
  return std::nullopt;
}

void BoardGame::SealHistory() { log_.Seal(); }

std::vector<Move> BoardGame::LegalMoves() const {
  std::vector<Move> moves;
  ListLegalMoves(moves);
  return moves;
}

void BoardGame::ListLegalMoves(std::vector<Move>& moves) const {
  moves.clear();
  if (cursor_.status == GameStatus::kInProgress) ListMoves(moves);
}

std::unique_ptr<BoardGame> BoardGame::CopyPosition() const { return DoCopyPosition(); }

std::unique_ptr<BoardGame> BoardGame::Clone() const {
  std::unique_ptr<BoardGame> clone = DoCopyPosition();
  clone->log_ = log_;
  return clone;
}

SeatIndex BoardGame::NextSeat(SeatIndex seat) const {
  SeatIndex next = seat;
  do {
    next = next + 1 == seats() ? 0 : next + 1;
  } while (!IsPlaying(next) && next != seat);
  return next;
}

uint64_t BoardGame::PositionHash() const {
  return CombineHash(CombineHash(HashBoard(), cursor_.turn_index), out_);
}

uint64_t BoardGame::HashBoard() const {
  const BoardPicture picture = Picture();
  uint64_t hash = 0;
  for (const std::string& cell : picture.cells) hash = CombineHash(hash, HashBytes(cell));
  for (const auto& [name, value] : picture.facts) hash = CombineHash(hash, HashBytes(value));
  return hash;
}

int BoardGame::Estimate(SeatIndex /*seat*/) const { return 0; }

std::string BoardGame::DescribePly(const Ply& ply, Viewer /*viewer*/) const {
  return TextOfAction(players_[ply.seat], ply.move);
}

bool BoardGame::CanSee(const Ply& /*ply*/, Viewer /*viewer*/) const { return true; }

Judgement BoardGame::JudgeAfterLeaving() const { return {}; }

uint64_t BoardGame::DrawNumberBelow(uint64_t bound, uint64_t index) const {
  return DrawBelow(bound, SeedOfTurn(), cursor_.turns, index);
}

uint64_t BoardGame::SeedOfTurn() const {
  int end = 0;
  for (const SeedStretch& stretch : options_.opening_seeds) {
    end += stretch.turns;
    if (cursor_.turns < end) return stretch.seed;
  }
  return options_.seed;
}

Memento BoardGame::Advance(const Move& move) {
  const SeatIndex seat = cursor_.turn_index;
  const Memento memento = Apply(move, seat);
  ++cursor_.turns;
  const Judgement judgement = Judge(move, seat);
  if (judgement.status != GameStatus::kInProgress) {
    cursor_.status = judgement.status;
    outcome_ = {.winner = judgement.winner, .reason = EndReason::kBoard};
  } else if (cursor_.turns == options_.turn_limit) {
    cursor_.status = GameStatus::kAbandoned;
    outcome_ = {.winner = kNoSeat, .reason = EndReason::kTurnLimit};
  } else {
    cursor_.turn_index = NextSeat(seat);
  }
  return memento;
}

std::optional<Refusal> BoardGame::CheckHistoryOpen() const {
  if (cursor_.status == GameStatus::kNotStarted) return NotStarted();
  if (over() && outcome_.reason != EndReason::kBoard) return GameOver();
  return std::nullopt;
}

std::vector<SeatIndex> BoardGame::SeatsPlaying() const {
  std::vector<SeatIndex> playing;
  for (SeatIndex seat = 0; seat < seats(); ++seat) {
    if (IsPlaying(seat)) playing.push_back(seat);
  }
  return playing;
}

}  // namespace meeple::engine

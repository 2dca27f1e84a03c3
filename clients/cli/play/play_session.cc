#include "clients/cli/play/play_session.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/list_text.h"
#include "clients/cli/offer_words.h"
#include "clients/cli/watch_notices.h"

namespace meeple::cli {
namespace {

// How long the board of a player's move waits for the answer of a bot, so that one board shows
// both.
constexpr absl::Duration kBotGrace = absl::Milliseconds(300);

// Why a credential plays no seat of the game.
std::string WhyNoSeat(const v1::Game& game) {
  const bool is_awaited = std::ranges::any_of(
      game.seats(), [](const v1::Seat& seat) { return seat.status() == v1::SEAT_STATUS_INVITED; });
  if (!is_awaited) return "the credential may only watch: it holds no seat of the game";
  return absl::StrCat(
      "the credential holds no seat yet: if it is an invitation, first type `meeple "
      "join ",
      game.game_id(), "` with it, which prints the one to play with");
}

}  // namespace

PlaySession::PlaySession(Session& session, Dialogue& dialogue, const PlayOptions& options)
    : session_(session), dialogue_(dialogue), options_(options), waiter_(session.stop()) {}

ExitCode PlaySession::Run() {
  if (const absl::Status status = Begin(); !status.ok()) return session_.Fail(status);
  Greet();
  const std::jthread follower([this](const std::stop_token& stop) { Follow(stop); });
  while (!exit_.has_value()) {
    TakeNews();
    if (exit_.has_value()) break;
    if (session_.stop().stop_requested()) return dialogue_.is_person() ? kDone : kInterrupted;
    if (const auto line = dialogue_.Next(turn()); line.has_value()) {
      Execute(*line);
    } else if (dialogue_.is_exhausted() && !IsAnswerComing()) {
      exit_ = kDone;
    } else {
      dialogue_.Ask(PromptText());
      if (waiter_.Wait(dialogue_.file(), UntilTick())) dialogue_.Read();
    }
  }
  return *exit_;
}

absl::Status PlaySession::Begin() {
  auto response = GetGame(session_.connection(), options_.game_id);
  if (!response.ok()) return response.status();
  game_ = std::move(*response->mutable_game());
  cursor_ = game_.cursor();
  sequence_ = game_.sequence();
  clocks_.Set(game_.clocks(), absl::Now());
  positions_ = std::make_unique<PositionText>(session_, game_);
  own_ = response->player_id();
  own_seat_ = SeatOf(game_.seats(), own_);
  if (!own_.empty()) return absl::OkStatus();
  return absl::PermissionDeniedError(WhyNoSeat(game_));
}

void PlaySession::Greet() {
  const Style& style = session_.style();
  const std::string own = style.Player(SeatOf(game_.seats(), own_), own_);
  Tell(absl::StrCat("Game ", style.Bold(game_.game_id()), ": ", KindLine(game_.config()), "; ",
                    SeatsLine(game_.seats(), style), ".",
                    own.empty() ? "" : absl::StrCat(" You play ", own, "."), "\n"));
  if (dialogue_.is_person()) {
    Tell("Type a move; `moves` lists them, `help` what else there is.\n\n");
  }
  Tell(positions_->Of(game_));
  for (const v1::Offer& offer : game_.offers()) {
    const std::string hint = OfferHint(offer);
    if (!hint.empty()) {
      Tell(absl::StrCat(" ", OfferText(offer, game_.seats()), hint, "\n"));
    }
  }
}

// Runs on the thread of the watch.
void PlaySession::Follow(const std::stop_token& stop) {
  client::GameWatch watch = session_.connection().WatchGame(
      game_.game_id(), {.after_sequence = game_.sequence(),
                        .until_finish = options_.until_finish,
                        .watch = {.patience = options_.patience, .stop = stop}});
  client::GameWatch::Update::Kind kind;
  do {
    client::GameWatch::Update update = session_.connection().Next(watch);
    kind = update.kind;
    mailbox_.Put(std::move(update));
    waiter_.Wake();
  } while (kind != client::GameWatch::Update::kEnd);
}

void PlaySession::TakeNews() {
  v1::GameEventBatch news;
  for (const client::GameWatch::Update& update : mailbox_.TakeAll()) TakeUpdate(update, news);
  if (!news.events().empty() && dialogue_.is_person() && IsBotToMove()) {
    waiter_.Wait(-1, kBotGrace);
    for (const client::GameWatch::Update& update : mailbox_.TakeAll()) TakeUpdate(update, news);
  }
  TellNews(news);
}

bool PlaySession::IsAnswerComing() const {
  return sequence_ < awaited_sequence_ || (!dialogue_.is_person() && IsBotToMove());
}

bool PlaySession::IsBotToMove() const {
  const int seat = SeatOf(game_.seats(), PlayerToMove(game_.seats(), cursor_));
  return seat >= 0 && game_.seats(seat).has_bot();
}

void PlaySession::TakeUpdate(const client::GameWatch::Update& update, v1::GameEventBatch& news) {
  switch (update.kind) {
    case client::GameWatch::Update::kMessage:
      if (session_.json()) session_.Print(update.message);
      for (const v1::GameEvent& event : update.message.events().events()) {
        UpdateSeats(event, game_);
        UpdateOffers(event, *game_.mutable_offers());
        if (event.has_offer_answered()) rematch_id_ = event.offer_answered().next_game_id();
        cursor_ = event.cursor();
        sequence_ = event.sequence();
        clocks_.Set(event.clocks(), absl::Now());
        *news.add_events() = event;
      }
      return;
    case client::GameWatch::Update::kLost:
    case client::GameWatch::Update::kResumed:
      if (update.kind == client::GameWatch::Update::kResumed) RefreshClocks();
      if (dialogue_.is_person()) return Tell(absl::StrCat("(", NoticeOf(update), ")\n"));
      return session_.Notice(NoticeOf(update));
    case client::GameWatch::Update::kTimeout:
      return;
    case client::GameWatch::Update::kEnd:
      TellNews(std::exchange(news, {}));
      return End(update.status);
  }
}

void PlaySession::TellNews(const v1::GameEventBatch& news) {
  if (session_.json() || news.events().empty()) return;
  std::string lines;
  for (const v1::GameEvent& event : news.events()) {
    absl::StrAppend(&lines, " ", EventText(event, game_.seats(), session_.style()),
                    event.has_offer_made() ? OfferHint(event.offer_made().offer()) : "", "\n");
  }
  Tell(lines);
  Tell(positions_->After(news.events()));
}

void PlaySession::End(const absl::Status& status) {
  if (!status.ok()) return Fail(status);
  next_game_id_ = rematch_id_;
  if (dialogue_.is_person()) Tell("The result is final.\n");
  exit_ = kDone;
}

void PlaySession::Fail(const absl::Status& status) {
  dialogue_.Close();
  exit_ = session_.Fail(status);
}

void PlaySession::Execute(const std::string& line) {
  if (std::exchange(asks_to_resign_, false)) return Confirm(line);
  const PlayCommand command = ParsePlayCommand(line);
  switch (command.kind) {
    case PlayCommand::kNothing:
      return;
    case PlayCommand::kMove:
      return PlayMove(command.text);
    case PlayCommand::kMoves:
      return ListMoves();
    case PlayCommand::kShow:
      return ShowBoard();
    case PlayCommand::kUndo:
      return TakeBack(line);
    case PlayCommand::kRedo:
      return Change(&Connection::Stub::Redo, v1::RedoRequest(), line);
    case PlayCommand::kDraw:
      return Offer(v1::OFFER_KIND_DRAW, false, line);
    case PlayCommand::kRematch:
    case PlayCommand::kSwap:
      return Offer(v1::OFFER_KIND_REMATCH, command.kind == PlayCommand::kSwap, line);
    case PlayCommand::kAccept:
      return AnswerOffer(v1::OFFER_ANSWER_ACCEPT, command.text, line);
    case PlayCommand::kDecline:
      return AnswerOffer(v1::OFFER_ANSWER_DECLINE, command.text, line);
    case PlayCommand::kWithdraw:
      return AnswerOffer(v1::OFFER_ANSWER_WITHDRAW, command.text, line);
    case PlayCommand::kResign:
      asks_to_resign_ = dialogue_.is_person();
      if (!asks_to_resign_) Change(&Connection::Stub::Resign, v1::ResignRequest(), line);
      return;
    case PlayCommand::kAbandon:
      return Change(&Connection::Stub::Abandon, v1::AbandonRequest(), line);
    case PlayCommand::kHelp:
      return Tell(PlayHelp({.has_company = HasCompany(), .is_over = IsOver(cursor_)}));
    case PlayCommand::kQuit:
      exit_ = kDone;
      return;
  }
}

void PlaySession::Confirm(const std::string& line) {
  if (line == "y" || line == "yes") {
    Change(&Connection::Stub::Resign, v1::ResignRequest(), line);
  } else {
    Tell("You play on.\n");
  }
}

void PlaySession::PlayMove(const std::string& notation) {
  v1::SubmitMoveRequest request;
  request.mutable_move()->set_notation(notation);
  Change(&Connection::Stub::SubmitMove, std::move(request), notation);
}

void PlaySession::TakeBack(const std::string& line) {
  if (game_.config().undo() == v1::UNDO_POLICY_BY_CONSENT) {
    return Offer(v1::OFFER_KIND_UNDO, false, line);
  }
  Change(&Connection::Stub::Undo, v1::UndoRequest(), line);
}

void PlaySession::Offer(v1::OfferKind kind, bool swap, const std::string& line) {
  v1::MakeOfferRequest request;
  request.set_kind(kind);
  request.set_swap_seats(swap);
  Change(&Connection::Stub::MakeOffer, std::move(request), line);
}

// The answer is to the offer that the player has been told of, whatever comes in between.
void PlaySession::AnswerOffer(v1::OfferAnswer answer, const std::string& number,
                              const std::string& line) {
  int64_t id = 0;
  if (number.empty()) {
    const bool is_own = answer == v1::OFFER_ANSWER_WITHDRAW;
    const auto offers = OffersFor(game_.offers(), own_seat_, is_own);
    if (offers.empty()) return Tell("No offer waits for that.\n");
    id = offers.front()->offer_id();
    if (offers.size() > 1) {
      return Tell(absl::StrCat("More than one offer waits for that: name it by its number, as in ",
                               line, " ", id, ".\n"));
    }
  } else if (!absl::SimpleAtoi(number, &id)) {
    return Tell("No offer has that number.\n");
  }
  v1::AnswerOfferRequest request;
  request.set_answer(answer);
  request.set_offer_id(id);
  Change(&Connection::Stub::AnswerOffer, std::move(request), line);
}

void PlaySession::ListMoves() {
  v1::ListLegalMovesRequest request;
  request.set_game_id(game_.game_id());
  const auto response = session_.connection().Call(&Connection::Stub::ListLegalMoves, request);
  if (!response.ok()) return Refuse(response.status(), "moves");
  Tell(response->moves().empty() ? absl::StrCat("There are no moves: ", WhyNoMoves(cursor_), ".\n")
                                 : InColumns(response->moves(), session_.style()));
}

void PlaySession::ShowBoard() {
  const auto response = GetGame(session_.connection(), game_.game_id());
  if (!response.ok()) return Refuse(response.status(), "show");
  Tell(positions_->Of(response->game()));
}

// Makes a call that changes the game. It is for the position that the player has seen, and goes on
// being tried for as long as a lost connection may last.
template <class Request, class Response>
void PlaySession::Change(Connection::Method<Request, Response> method, Request request,
                         const std::string& line) {
  request.set_game_id(game_.game_id());
  if constexpr (requires { request.set_expected_sequence(int64_t{0}); }) {
    request.set_expected_sequence(sequence_);
  }
  bool has_told = false;
  const client::CallOptions patiently = {.timeout = options_.patience,
                                         .try_timeout = session_.connection().options().timeout,
                                         .on_retry = [&](const absl::Status&) {
                                           if (!std::exchange(has_told, true))
                                             Tell("(the server does not answer; trying again)\n");
                                         }};
  Settle(session_.connection().Call(method, std::move(request), patiently), line);
}

template <class Response>
void PlaySession::Settle(const absl::StatusOr<Response>& response, const std::string& line) {
  if (!response.ok()) return Refuse(response.status(), line);
  awaited_sequence_ = response->head_sequence();
}

void PlaySession::Refuse(const absl::Status& status, const std::string& line) {
  if (client::ReasonOf(status) == v1::ERROR_REASON_STALE_SEQUENCE && !dialogue_.is_person()) {
    // Something happened in between, which is on its way here.
    awaited_sequence_ = sequence_ + 1;
    if (int64_t head = 0; absl::SimpleAtoi(client::MetadataOf(status)["sequence"], &head)) {
      awaited_sequence_ = head;
    }
    return dialogue_.PutBack(line);
  }
  const ErrorReport report = ReportOf(status, session_.connection().options().server);
  if (!dialogue_.is_person() || report.exit_code != kRefused) return Fail(status);
  const bool is_unreadable = client::MetadataOf(status)["field"] == "move.notation";
  const std::string message = is_unreadable
                                  ? absl::StrCat("'", line, "' is no command and ", report.message,
                                                 "; `help` lists the commands")
                                  : report.message;
  Tell(absl::StrCat(session_.style().Alarm(Printable(message, session_.style().charset)), "\n"));
}

Turn PlaySession::turn() const {
  if (sequence_ < awaited_sequence_) return Turn::kOther;
  if (IsOver(cursor_)) return Turn::kGameOver;
  return PlayerToMove(game_.seats(), cursor_) == own_ ? Turn::kOwn : Turn::kOther;
}

void PlaySession::RefreshClocks() {
  if (!game_.config().has_clock()) return;
  const auto response = GetGame(session_.connection(), game_.game_id());
  if (response.ok()) clocks_.Set(response->game().clocks(), absl::Now());
}

absl::Duration PlaySession::UntilTick() const {
  return dialogue_.is_person() ? clocks_.UntilChange(absl::Now()) : absl::InfiniteDuration();
}

std::string PlaySession::PromptText() const {
  // Without colours: the prompt counts its characters.
  const std::string clocks = clocks_.Text(game_.seats(), Style(), absl::Now());
  return clocks.empty() ? Question() : absl::StrCat(clocks, "  ", Question());
}

std::string PlaySession::Question() const {
  if (asks_to_resign_) return "give the game up? (yes or no) > ";
  if (cursor_.status() == v1::GAME_STATUS_NOT_STARTED) return "waiting for players > ";
  switch (turn()) {
    case Turn::kOwn:
      return absl::StrCat(OfferQuestion(), "your move (", own_, ") > ");
    case Turn::kGameOver:
      return GameOverQuestion();
    case Turn::kOther:
      break;
  }
  const std::string mover = PlayerToMove(game_.seats(), cursor_);
  const int seat = SeatOf(game_.seats(), mover);
  const bool is_bot = seat >= 0 && game_.seats(seat).has_bot();
  return mover == own_
             ? "... > "
             : absl::StrCat(OfferQuestion(), mover, is_bot ? " is thinking" : " to move", " > ");
}

bool PlaySession::HasCompany() const {
  return std::ranges::count_if(game_.seats(),
                               [](const v1::Seat& seat) { return !seat.has_bot(); }) > 1;
}

std::string PlaySession::GameOverQuestion() const {
  return absl::StrCat(OfferQuestion(), "game over; ", HasCompany() ? "rematch, " : "",
                      "undo or quit > ");
}

std::string PlaySession::OfferQuestion() const {
  std::string question;
  for (const v1::Offer& offer : game_.offers()) {
    if (!IsAsked(offer, own_seat_)) continue;
    absl::StrAppend(&question, question.empty() ? "" : ", ", WordOf(offer.kind()));
  }
  return question.empty() ? "" : absl::StrCat("accept or decline the ", question, "; ");
}

std::string PlaySession::OfferHint(const v1::Offer& offer) const {
  if (!IsAsked(offer, own_seat_)) return "";
  return absl::StrCat("  (accept ", offer.offer_id(), " or decline ", offer.offer_id(), ")");
}

void PlaySession::Tell(const std::string& lines) {
  if (!session_.json() && !lines.empty()) dialogue_.Tell(lines);
}

}  // namespace meeple::cli

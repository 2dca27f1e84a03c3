#include "service/core/game_watch.h"

#include <variant>

#include "absl/strings/str_cat.h"
#include "service/core/clock_config.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"

namespace meeple::service {
namespace {

WatchStep EndedByDraining() {
  return {.kind = WatchStep::Kind::kEnd,
          .end = MakeError(v1::ERROR_REASON_SERVER_DRAINING,
                           "the server is shutting down: watch again from the last event read")};
}

}  // namespace

// --- Tickets ---

absl::StatusOr<std::unique_ptr<WatcherTicket>> WatcherTicket::Take(HostCore& core,
                                                                   GameSession& session,
                                                                   engine::SeatIndex seat) {
  std::shared_ptr<GameAudience> audience = core.audiences().Of(session.setup().game_id);
  session.SetAudience(audience);
  absl::Status added = audience->Add(core.options().max_watchers_per_game);
  if (!added.ok()) return added;
  // From here on the ticket counts down what was counted up.
  std::unique_ptr<WatcherTicket> ticket(new WatcherTicket(core, std::move(audience)));
  const int max_total = core.options().max_watchers;
  if (core.watchers().fetch_add(1) < max_total) {
    const v1::GameConfig& config = session.setup().config;
    if (seat >= 0 && config.has_disconnect_grace()) {
      ticket->ShowPresence(seat, DisconnectGraceOf(config));
    }
    return ticket;
  }
  const std::string limit = absl::StrCat(max_total);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("the server has at most ", limit, " watchers"),
                   {{"limit", "watchers"}, {"value", limit}});
}

void WatcherTicket::ShowPresence(engine::SeatIndex seat, absl::Duration grace) {
  seat_ = seat;
  grace_ = grace;
  core_.presence().OpenWatch(audience_->game_id(), seat_);
}

WatcherTicket::~WatcherTicket() {
  core_.watchers().fetch_sub(1);
  audience_->Remove();
  if (seat_ == engine::kNoSeat) return;
  const absl::Duration now = core_.clock().Uptime();
  if (core_.presence().CloseWatch(audience_->game_id(), seat_, now)) {
    core_.OnDue(audience_->game_id(), now + grace_);
  }
}

// --- What was asked for ---

void GameWatch::Inbox::Expect() {
  MutexLock lock(mutex_);
  expecting_ = true;
}

void GameWatch::Inbox::Put(Answer answer) {
  {
    MutexLock lock(mutex_);
    answer_ = std::move(answer);
    if (!std::exchange(waiting_, false)) return;
  }
  if (const auto stream = stream_.lock()) stream->Wake();
}

bool GameWatch::Inbox::expecting() const {
  MutexLock lock(mutex_);
  return expecting_;
}

std::optional<GameWatch::Answer> GameWatch::Inbox::TakeOrWait() {
  MutexLock lock(mutex_);
  waiting_ = !answer_.has_value();
  expecting_ = waiting_;
  return std::exchange(answer_, std::nullopt);
}

// --- The watch ---

GameWatch::GameWatch(HostCore& core, std::unique_ptr<WatcherTicket> ticket, WatchPosition position,
                     std::optional<WatchMessage> first, std::weak_ptr<WatchStream> stream)
    : core_(core),
      ticket_(std::move(ticket)),
      stream_(std::move(stream)),
      inbox_(std::make_shared<Inbox>(stream_)),
      position_(position),
      first_(std::move(first)) {}

GameWatch::~GameWatch() { ticket_->audience().Unpark(this); }

WatchStep GameWatch::Next() {
  if (first_.has_value()) {
    WatchStep step = {.kind = WatchStep::Kind::kMessage, .message = *std::move(first_)};
    first_.reset();
    return step;
  }
  for (;;) {
    if (core_.draining()) return EndedByDraining();
    Answer answer;
    if (inbox_->expecting()) {
      std::optional<Answer> come = inbox_->TakeOrWait();
      if (!come.has_value()) return {.kind = WatchStep::Kind::kWait};
      answer = *std::move(come);
    }
    if (ParkedAtHead()) return WaitUnlessDraining();
    if (std::optional<WatchStep> step = Look(std::move(answer))) {
      told_ = step->kind == WatchStep::Kind::kMessage;
      return *std::move(step);
    }
  }
}

bool GameWatch::ParkedAtHead() {
  if (!std::exchange(told_, false) || position_.last.has_value()) return false;
  return ticket_->audience().Park(this, stream_, position_.after);
}

std::optional<WatchStep> GameWatch::Look(Answer answer) {
  if (!answer.status.ok()) return WatchStep{.kind = WatchStep::Kind::kEnd, .end = answer.status};
  if (!answer.records.empty()) return position_.Advance(answer.records);
  std::shared_ptr<GameSession> session = std::move(answer.session);
  if (session == nullptr) session = core_.games().Find(ticket_->audience().game_id());
  if (session == nullptr) {
    AskForGame();
    return std::nullopt;
  }
  std::variant<WatchStep, EventRange> next = session->NextFor(position_, this, stream_);
  if (const auto* range = std::get_if<EventRange>(&next)) {
    AskForEvents(*range);
    return std::nullopt;
  }
  auto& step = std::get<WatchStep>(next);
  return step.kind == WatchStep::Kind::kWait ? WaitUnlessDraining() : std::move(step);
}

WatchStep GameWatch::WaitUnlessDraining() {
  // Draining wakes what is parked, once: whoever parks later must see it by itself.
  const bool missed = core_.draining() && ticket_->audience().Unpark(this);
  return missed ? EndedByDraining() : WatchStep{.kind = WatchStep::Kind::kWait};
}

void GameWatch::AskForGame() {
  inbox_->Expect();
  core_.loader().Load(
      ticket_->audience().game_id(), Urgency::kInternal,
      [inbox = inbox_](const GameLoader::Game& game) {
        inbox->Put({.status = game.status(), .session = game.ok() ? *game : nullptr});
      });
}

void GameWatch::AskForEvents(const EventRange& range) {
  inbox_->Expect();
  core_.reader().Read(ticket_->audience().game_id(), range, position_.bounds(), Urgency::kInternal,
                      [inbox = inbox_](absl::StatusOr<std::vector<SharedRecord>> records) {
                        if (!records.ok()) return inbox->Put({.status = records.status()});
                        inbox->Put({.records = *std::move(records)});
                      });
}

WatchMessage GameWatch::Bookmark() const { return MakeBookmarkMessage(position_.after); }

}  // namespace meeple::service

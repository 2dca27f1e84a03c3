#include "service/core/game_watch.h"

#include <utility>
#include <variant>

#include "service/core/clock_config.h"
#include "service/core/event_bytes.h"

namespace meeple::service {

absl::StatusOr<std::unique_ptr<WatcherTicket>> TakeTicketOf(HostCore& core, GameSession& session,
                                                            engine::SeatIndex seat) {
  std::shared_ptr<GameAudience> audience = core.audiences().Of(session.setup().game_id);
  session.SetAudience(audience);
  auto ticket = WatcherTicket::Take(core, std::move(audience));
  const v1::GameConfig& config = session.setup().config;
  if (ticket.ok() && seat >= 0 && config.has_disconnect_grace()) {
    (*ticket)->ShowPresence(seat, DisconnectGraceOf(config));
  }
  return ticket;
}

GameWatch::GameWatch(HostCore& core, std::unique_ptr<WatcherTicket> ticket,
                     const WatchPosition& position, std::optional<WatchMessage> first,
                     std::weak_ptr<WatchStream> stream)
    : LogWatch(core, std::move(ticket), std::move(first), std::move(stream)), position_(position) {}

std::optional<WatchStep> GameWatch::Look(GameWatchAnswer answer) {
  if (ParkedAtHead()) return WaitUnlessDraining();
  std::optional<WatchStep> step = LookAtGame(std::move(answer));
  told_ = step.has_value() && step->kind == WatchStep::Kind::kMessage;
  return step;
}

bool GameWatch::ParkedAtHead() {
  if (!std::exchange(told_, false) || position_.last.has_value()) return false;
  return audience().Park(key(), stream(), position_.after);
}

std::optional<WatchStep> GameWatch::LookAtGame(GameWatchAnswer answer) {
  if (!answer.status.ok()) return WatchStep{.kind = WatchStep::Kind::kEnd, .end = answer.status};
  if (!answer.records.empty()) return position_.Advance(answer.records);
  std::shared_ptr<GameSession> session = std::move(answer.session);
  if (session == nullptr) session = core().games().Find(audience().log_id());
  if (session == nullptr) {
    AskForGame();
    return std::nullopt;
  }
  std::variant<WatchStep, EventRange> next =
      session->NextFor(position_, key(), stream(), shared_audience());
  if (const auto* range = std::get_if<EventRange>(&next)) {
    AskForEvents(*range);
    return std::nullopt;
  }
  auto& step = std::get<WatchStep>(next);
  return step.kind == WatchStep::Kind::kWait ? WaitUnlessDraining() : std::move(step);
}

void GameWatch::AskForGame() {
  core().loader().Load(
      audience().log_id(), Urgency::kInternal, [inbox = Expect()](const GameLoader::Game& game) {
        inbox->Put({.status = game.status(), .session = game.ok() ? *game : nullptr});
      });
}

void GameWatch::AskForEvents(const EventRange& range) {
  core().reader().Read(audience().log_id(), range, position_.bounds(), Urgency::kInternal,
                       [inbox = Expect()](absl::StatusOr<std::vector<SharedRecord>> records) {
                         if (!records.ok()) return inbox->Put({.status = records.status()});
                         inbox->Put({.records = *std::move(records)});
                       });
}

WatchMessage GameWatch::Bookmark() const { return MakeBookmarkMessage(position_.after); }

}  // namespace meeple::service

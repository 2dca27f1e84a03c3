#include "service/core/game_watch.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"

namespace meeple::service {

absl::StatusOr<std::unique_ptr<WatcherTicket>> WatcherTicket::Take(
    std::shared_ptr<GameSession> session, std::atomic<int>& total, int max_total) {
  if (absl::Status status = session->AddWatcher(); !status.ok()) return status;
  // From here on the ticket counts down what was counted up.
  std::unique_ptr<WatcherTicket> ticket(new WatcherTicket(std::move(session), total));
  if (total.fetch_add(1) < max_total) return ticket;
  const std::string limit = absl::StrCat(max_total);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("the server has at most ", limit, " watchers"),
                   {{"limit", "watchers"}, {"value", limit}});
}

WatcherTicket::~WatcherTicket() {
  total_.fetch_sub(1);
  session_->RemoveWatcher();
}

GameWatch::GameWatch(std::unique_ptr<WatcherTicket> ticket, WatchPosition position,
                     std::optional<WatchMessage> first, std::weak_ptr<WatchStream> stream)
    : ticket_(std::move(ticket)),
      stream_(std::move(stream)),
      position_(position),
      first_(std::move(first)) {}

GameWatch::~GameWatch() { ticket_->session().Unpark(this); }

WatchStep GameWatch::Next() {
  if (first_.has_value()) {
    WatchStep step = {.kind = WatchStep::Kind::kMessage, .message = *std::move(first_)};
    first_.reset();
    return step;
  }
  return ticket_->session().NextFor(position_, this, stream_);
}

WatchMessage GameWatch::Bookmark() const { return MakeBookmarkMessage(position_.after); }

}  // namespace meeple::service

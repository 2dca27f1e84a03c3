#include "service/core/watcher_ticket.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"

namespace meeple::service {

absl::StatusOr<std::unique_ptr<WatcherTicket>> WatcherTicket::Take(
    HostCore& core, std::shared_ptr<GameAudience> audience) {
  absl::Status added = audience->Add(core.options().max_watchers_per_game);
  if (!added.ok()) return added;
  // From here on the ticket counts down what was counted up.
  std::unique_ptr<WatcherTicket> ticket(new WatcherTicket(core, std::move(audience)));
  const int max_total = core.options().max_watchers;
  if (core.watchers().fetch_add(1) < max_total) return ticket;
  const std::string limit = absl::StrCat(max_total);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("the server has at most ", limit, " watchers"),
                   {{"limit", "watchers"}, {"value", limit}});
}

void WatcherTicket::ShowPresence(engine::SeatIndex seat, absl::Duration grace) {
  seat_ = seat;
  grace_ = grace;
  core_.presence().OpenWatch(audience_->log_id(), seat_);
}

WatcherTicket::~WatcherTicket() {
  core_.watchers().fetch_sub(1);
  audience_->Remove();
  if (seat_ == engine::kNoSeat) return;
  const absl::Duration now = core_.clock().Uptime();
  if (core_.presence().CloseWatch(audience_->log_id(), seat_, now)) {
    core_.OnDue(audience_->log_id(), now + grace_);
  }
}

}  // namespace meeple::service

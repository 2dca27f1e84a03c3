#ifndef MEEPLE_SERVICE_CORE_WATCHER_TICKET_H_
#define MEEPLE_SERVICE_CORE_WATCHER_TICKET_H_

// Counts one watcher among those of a log and those of the server for as long as it lives.

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/core/types.h"
#include "service/core/game_audience.h"
#include "service/core/host_core.h"

namespace meeple::service {

class WatcherTicket {
 public:
  // LIMIT_REACHED if the audience or the server has enough watchers. `core` must outlive the
  // ticket.
  static absl::StatusOr<std::unique_ptr<WatcherTicket>> Take(
      HostCore& core, std::shared_ptr<GameAudience> audience);
  ~WatcherTicket();
  WatcherTicket(const WatcherTicket&) = delete;
  WatcherTicket& operator=(const WatcherTicket&) = delete;

  GameAudience& audience() const { return *audience_; }
  const std::shared_ptr<GameAudience>& shared_audience() const { return audience_; }

  // From now on the seat of the game is there as long as this lives, and then for `grace`.
  void ShowPresence(engine::SeatIndex seat, absl::Duration grace);

 private:
  WatcherTicket(HostCore& core, std::shared_ptr<GameAudience> audience)
      : core_(core), audience_(std::move(audience)) {}

  HostCore& core_;
  const std::shared_ptr<GameAudience> audience_;
  engine::SeatIndex seat_ = engine::kNoSeat;
  absl::Duration grace_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_WATCHER_TICKET_H_

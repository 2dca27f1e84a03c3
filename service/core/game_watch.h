#ifndef MEEPLE_SERVICE_CORE_GAME_WATCH_H_
#define MEEPLE_SERVICE_CORE_GAME_WATCH_H_

// A watch of one game: see watch.h. It holds the game's audience and not its session: a game that
// rests leaves memory while it is watched.

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"
#include "service/core/log_watch.h"
#include "service/core/watch.h"
#include "service/core/watch_position.h"
#include "service/core/watcher_ticket.h"

namespace meeple::service {

// What a watch of a game asked for: that the game comes back to memory, or events of the journal.
struct GameWatchAnswer {
  absl::Status status = absl::OkStatus();
  std::shared_ptr<GameSession> session = nullptr;
  std::vector<SharedRecord> records = {};
};

// A place for one more watcher of the game; `seat` is whose credential watches, or none.
// LIMIT_REACHED: see WatcherTicket.
absl::StatusOr<std::unique_ptr<WatcherTicket>> TakeTicketOf(HostCore& core, GameSession& session,
                                                            engine::SeatIndex seat);

class GameWatch final : public LogWatch<GameWatchAnswer> {
 public:
  // Begins with `first`, if there is one, and goes on with what follows `position`. `core` must
  // outlive the watch.
  GameWatch(HostCore& core, std::unique_ptr<WatcherTicket> ticket, const WatchPosition& position,
            std::optional<WatchMessage> first, std::weak_ptr<WatchStream> stream);

  WatchMessage Bookmark() const override;

 private:
  std::optional<WatchStep> Look(GameWatchAnswer answer) override;
  std::optional<WatchStep> LookAtGame(GameWatchAnswer answer);
  // True if it is parked, having told all there is: seen without the game's session, which all
  // watchers of the game would otherwise stand in line for after each event.
  bool ParkedAtHead();
  void AskForGame();
  void AskForEvents(const EventRange& range);

  WatchPosition position_;
  // The last step was a message of the session, so that `position_` knows an end that was in sight.
  bool told_ = false;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_WATCH_H_

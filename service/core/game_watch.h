#ifndef MEEPLE_SERVICE_CORE_GAME_WATCH_H_
#define MEEPLE_SERVICE_CORE_GAME_WATCH_H_

// A watch of one game: see watch.h. It holds the game's audience and not its session: a game that
// rests leaves memory while it is watched.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/base/mutex.h"
#include "service/core/game_audience.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"
#include "service/core/watch.h"
#include "service/core/watch_position.h"

namespace meeple::service {

// Counts one watcher in its game and in the server for as long as it lives.
class WatcherTicket {
 public:
  // LIMIT_REACHED if the game or the server has enough watchers. `core` must outlive the ticket.
  // `seat` is whose credential watches, or none.
  static absl::StatusOr<std::unique_ptr<WatcherTicket>> Take(HostCore& core, GameSession& session,
                                                             engine::SeatIndex seat);
  ~WatcherTicket();
  WatcherTicket(const WatcherTicket&) = delete;
  WatcherTicket& operator=(const WatcherTicket&) = delete;

  GameAudience& audience() const { return *audience_; }

 private:
  WatcherTicket(HostCore& core, std::shared_ptr<GameAudience> audience)
      : core_(core), audience_(std::move(audience)) {}
  // From now on the seat is there as long as this lives, and then for `grace`.
  void ShowPresence(engine::SeatIndex seat, absl::Duration grace);

  HostCore& core_;
  const std::shared_ptr<GameAudience> audience_;
  engine::SeatIndex seat_ = engine::kNoSeat;
  absl::Duration grace_;
};

class GameWatch final : public Watch {
 public:
  // Begins with `first`, if there is one, and goes on with what follows `position`. `core` must
  // outlive the watch.
  GameWatch(HostCore& core, std::unique_ptr<WatcherTicket> ticket, WatchPosition position,
            std::optional<WatchMessage> first, std::weak_ptr<WatchStream> stream);
  ~GameWatch() override;

  WatchStep Next() override;
  WatchMessage Bookmark() const override;

 private:
  // What a watch asked for: that the game comes back to memory, or events of the journal.
  struct Answer {
    absl::Status status = absl::OkStatus();
    std::shared_ptr<GameSession> session = nullptr;
    std::vector<SharedRecord> records = {};
  };
  // Where the answer arrives, by any thread, also when the watch is gone.
  class Inbox {
   public:
    explicit Inbox(std::weak_ptr<WatchStream> stream) : stream_(std::move(stream)) {}
    // Expects an answer. REQUIRES: none is expected.
    void Expect();
    // The answer came. Wakes the stream if TakeOrWait found none.
    void Put(Answer answer);
    // True from Expect until the answer was taken.
    bool expecting() const;
    // The answer, or nothing: then the stream will be woken.
    std::optional<Answer> TakeOrWait();

   private:
    const std::weak_ptr<WatchStream> stream_;
    mutable Mutex mutex_;
    bool expecting_ ABSL_GUARDED_BY(mutex_) = false;
    bool waiting_ ABSL_GUARDED_BY(mutex_) = false;
    std::optional<Answer> answer_ ABSL_GUARDED_BY(mutex_);
  };

  // True if it is parked, having told all there is: seen without the game's session, which all
  // watchers of the game would otherwise stand in line for after each event.
  bool ParkedAtHead();
  // What the game has to say by now; nothing if it was asked for what it takes to know.
  std::optional<WatchStep> Look(Answer answer);
  // Ends a watch that just parked itself if no watch may wait any more.
  WatchStep WaitUnlessDraining();
  void AskForGame();
  void AskForEvents(const EventRange& range);

  HostCore& core_;
  const std::unique_ptr<WatcherTicket> ticket_;
  const std::weak_ptr<WatchStream> stream_;
  const std::shared_ptr<Inbox> inbox_;
  WatchPosition position_;
  std::optional<WatchMessage> first_;
  // The last step was a message of the session, so that `position_` knows an end that was in sight.
  bool told_ = false;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_WATCH_H_

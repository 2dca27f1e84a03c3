#ifndef MEEPLE_SERVICE_CORE_GAME_WATCH_H_
#define MEEPLE_SERVICE_CORE_GAME_WATCH_H_

// A watch of one game: see watch.h.

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "service/core/game_session.h"
#include "service/core/watch.h"

namespace meeple::service {

// Counts one watcher in its game and in the server for as long as it lives.
class WatcherTicket {
 public:
  // LIMIT_REACHED if the game or the server (`total`, at most `max_total`) has enough watchers.
  static absl::StatusOr<std::unique_ptr<WatcherTicket>> Take(std::shared_ptr<GameSession> session,
                                                             std::atomic<int>& total,
                                                             int max_total);
  ~WatcherTicket();
  WatcherTicket(const WatcherTicket&) = delete;
  WatcherTicket& operator=(const WatcherTicket&) = delete;

  GameSession& session() const { return *session_; }

 private:
  WatcherTicket(std::shared_ptr<GameSession> session, std::atomic<int>& total)
      : session_(std::move(session)), total_(total) {}

  const std::shared_ptr<GameSession> session_;
  std::atomic<int>& total_;
};

class GameWatch final : public Watch {
 public:
  // Begins with `first`, if there is one, and goes on with what follows `position`.
  GameWatch(std::unique_ptr<WatcherTicket> ticket, WatchPosition position,
            std::optional<WatchMessage> first, std::weak_ptr<WatchStream> stream);
  ~GameWatch() override;

  WatchStep Next() override;
  WatchMessage Bookmark() const override;

 private:
  const std::unique_ptr<WatcherTicket> ticket_;
  const std::weak_ptr<WatchStream> stream_;
  WatchPosition position_;
  std::optional<WatchMessage> first_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_WATCH_H_

#ifndef MEEPLE_SERVICE_CORE_PRESENCE_H_
#define MEEPLE_SERVICE_CORE_PRESENCE_H_

// Which seats are there: who watches, and who called last when. Kept of games that take a seat out
// once it is gone for too long, and beside their sessions, so that a game may leave memory
// meanwhile. A server that starts has seen nobody yet, and counts from then.
//
// Thread-safe; its mutex is taken after that of a session.

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "engine/core/types.h"
#include "service/base/mutex.h"

namespace meeple::service {

class Presence {
 public:
  // A call of the seat came, by the clock's uptime. Nothing is kept of a game that nobody asks for.
  void Saw(const std::string& game_id, engine::SeatIndex seat, absl::Duration now);

  // A watch of the seat was opened, or closed: then true if somebody asks for the seat.
  void OpenWatch(const std::string& game_id, engine::SeatIndex seat);
  bool CloseWatch(const std::string& game_id, engine::SeatIndex seat, absl::Duration now);

  // Since when nothing was seen of the seat, which is `now` where it is asked for the first time;
  // none while it watches.
  std::optional<absl::Duration> GoneSince(const std::string& game_id, engine::SeatIndex seat,
                                          absl::Duration now);

  // Nobody waits for the seat just now: once somebody asks for it again, it counts from then.
  void Excuse(const std::string& game_id, engine::SeatIndex seat);

  // Nobody will ask for the game any more.
  void Forget(const std::string& game_id);

  size_t games() const;

 private:
  struct Seat {
    int watches = 0;
    std::optional<absl::Duration> seen = {};  // once somebody has asked for the seat
  };
  using Seats = std::array<Seat, engine::kMaxSeats>;

  mutable Mutex mutex_;
  absl::flat_hash_map<std::string, Seats> games_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_PRESENCE_H_

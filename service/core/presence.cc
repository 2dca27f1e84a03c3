#include "service/core/presence.h"

#include <algorithm>

namespace meeple::service {

void Presence::Saw(const std::string& game_id, engine::SeatIndex seat, absl::Duration now) {
  MutexLock lock(mutex_);
  const auto game = games_.find(game_id);
  if (game == games_.end()) return;
  Seat& place = game->second.at(static_cast<size_t>(seat));
  if (place.seen.has_value()) place.seen = now;
}

void Presence::OpenWatch(const std::string& game_id, engine::SeatIndex seat) {
  MutexLock lock(mutex_);
  ++games_[game_id].at(static_cast<size_t>(seat)).watches;
}

bool Presence::CloseWatch(const std::string& game_id, engine::SeatIndex seat, absl::Duration now) {
  MutexLock lock(mutex_);
  const auto game = games_.find(game_id);
  // It was forgotten while it was watched.
  if (game == games_.end()) return false;
  Seat& place = game->second.at(static_cast<size_t>(seat));
  if (place.watches > 0) --place.watches;
  const bool is_asked_for = place.seen.has_value();
  if (is_asked_for) place.seen = now;
  const bool is_empty = std::ranges::none_of(
      game->second, [](const Seat& each) { return each.watches > 0 || each.seen.has_value(); });
  if (is_empty) games_.erase(game);
  return is_asked_for;
}

std::optional<absl::Duration> Presence::GoneSince(const std::string& game_id,
                                                  engine::SeatIndex seat, absl::Duration now) {
  MutexLock lock(mutex_);
  Seat& place = games_[game_id].at(static_cast<size_t>(seat));
  if (!place.seen.has_value()) place.seen = now;
  return place.watches > 0 ? std::nullopt : place.seen;
}

void Presence::Excuse(const std::string& game_id, engine::SeatIndex seat) {
  MutexLock lock(mutex_);
  const auto game = games_.find(game_id);
  if (game != games_.end()) game->second.at(static_cast<size_t>(seat)).seen.reset();
}

void Presence::Forget(const std::string& game_id) {
  MutexLock lock(mutex_);
  games_.erase(game_id);
}

size_t Presence::games() const {
  MutexLock lock(mutex_);
  return games_.size();
}

}  // namespace meeple::service

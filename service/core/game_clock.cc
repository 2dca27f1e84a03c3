#include "service/core/game_clock.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace meeple::service {

GameClock::GameClock(const ClockRules& rules, int seats) : rules_(rules) {
  if (!timed()) return;
  remaining_.assign(static_cast<size_t>(seats),
                    std::max(rules.initial_milliseconds, rules.per_move_milliseconds));
  positions_ = remaining_;
}

void GameClock::Run(engine::SeatIndex seat, int64_t at) {
  if (!timed()) return;
  assert(running_ == engine::kNoSeat);
  running_ = seat;
  since_ = at;
}

void GameClock::Stop(int64_t at) {
  if (running_ == engine::kNoSeat) return;
  remaining_[static_cast<size_t>(running_)] = RemainingAt(running_, at);
  running_ = engine::kNoSeat;
}

void GameClock::AddMove(engine::SeatIndex seat) {
  if (!timed()) return;
  assert(running_ == engine::kNoSeat);
  int64_t& remaining = remaining_[static_cast<size_t>(seat)];
  remaining = rules_.per_move_milliseconds > 0 ? rules_.per_move_milliseconds
                                               : remaining + rules_.increment_milliseconds;
  ++moves_;
  positions_.resize(moves_ * remaining_.size());
  positions_.insert(positions_.end(), remaining_.begin(), remaining_.end());
}

void GameClock::TakeBack() {
  if (!timed()) return;
  assert(moves_ > 0);
  Restore(moves_ - 1);
}

void GameClock::BringBack() {
  if (!timed()) return;
  assert((moves_ + 1) * remaining_.size() < positions_.size());
  Restore(moves_ + 1);
}

void GameClock::Restore(size_t moves) {
  assert(running_ == engine::kNoSeat);
  moves_ = moves;
  const auto position =
      std::next(positions_.begin(), static_cast<std::ptrdiff_t>(moves_ * remaining_.size()));
  std::copy_n(position, remaining_.size(), remaining_.begin());
}

std::vector<GameClock::Reading> GameClock::At(int64_t at) const {
  std::vector<Reading> readings;
  readings.reserve(remaining_.size());
  for (engine::SeatIndex seat = 0; seat < std::ssize(remaining_); ++seat) {
    readings.push_back({.seat = seat,
                        .remaining_milliseconds = RemainingAt(seat, at),
                        .running = seat == running_});
  }
  return readings;
}

std::optional<int64_t> GameClock::deadline() const {
  if (running_ == engine::kNoSeat) return std::nullopt;
  return since_ + remaining_[static_cast<size_t>(running_)];
}

int64_t GameClock::RemainingAt(engine::SeatIndex seat, int64_t at) const {
  const int64_t remaining = remaining_[static_cast<size_t>(seat)];
  if (seat != running_) return remaining;
  return std::max<int64_t>(0, remaining - std::max<int64_t>(0, at - since_));
}

}  // namespace meeple::service

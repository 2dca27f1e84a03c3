#include "engine/core/game_log.h"

#include <cassert>

namespace meeple::engine {

void GameLog::BringBack(Memento memento) {
  assert(standing_ < plies_.size());
  plies_[standing_].memento = memento;
  ++standing_;
}

void GameLog::Seal() {
  plies_.resize(standing_);
  sealed_ = standing_;
}

void GameLog::RecordResignation(SeatIndex seat, EndReason reason) {
  Seal();
  resignations_.push_back({.seat = seat, .turn = standing_, .reason = reason});
}

}  // namespace meeple::engine

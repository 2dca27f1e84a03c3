#ifndef MEEPLE_ENGINE_CORE_GAME_LOG_H_
#define MEEPLE_ENGINE_CORE_GAME_LOG_H_

// The moves of one game: those that stand, and behind them those that undo took back and redo can
// bring again. Not thread-safe; owned by its BoardGame.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/types.h"

namespace meeple::engine {

// What a game needs beyond the move itself to take it back: flipped discs, the square left, ...
// Each game packs its own meaning into the 64 bits.
using Memento = uint64_t;

// One move of one seat, with what undo needs.
struct Ply {
  Move move;
  SeatIndex seat = kNoSeat;
  TurnCursor before;  // the cursor captured before the move
  Memento memento = 0;
};

// A seat that left the game for good.
struct Resignation {
  SeatIndex seat = kNoSeat;
  size_t turn = 0;  // the number of moves that stood then
  EndReason reason = EndReason::kResignation;
};

class GameLog {
 public:
  // The moves that stand, oldest first.
  std::span<const Ply> standing() const { return {plies_.data(), standing_}; }
  // The moves that redo would bring back, the next one first.
  std::span<const Ply> undone() const {
    return {plies_.data() + standing_, plies_.size() - standing_};
  }
  // The moves that undo may take back: those since the last seal.
  size_t undoable() const { return standing_ - sealed_; }

  // Appends a new move; what could have been redone is forgotten.
  void Append(const Ply& ply) {
    if (standing_ == plies_.size()) {
      plies_.push_back(ply);
    } else {
      plies_[standing_] = ply;
      plies_.resize(standing_ + 1);
    }
    ++standing_;
  }
  // Moves the last standing ply to the undone ones and returns it. REQUIRES: undoable() > 0.
  const Ply& TakeBack() {
    assert(undoable() > 0);
    --standing_;
    return plies_[standing_];
  }
  // Makes the next undone ply stand again, with the memento of its new application.
  // REQUIRES: !undone().empty().
  void BringBack(Memento memento);
  // Makes the moves so far final: undo never crosses this point and redo forgets.
  void Seal();
  // Seals, and remembers that `seat` left here, and why: whose turn followed depends on it.
  void RecordResignation(SeatIndex seat, EndReason reason = EndReason::kResignation);
  // The seats that left, in order.
  std::span<const Resignation> resignations() const { return resignations_; }

 private:
  std::vector<Ply> plies_;
  size_t standing_ = 0;
  size_t sealed_ = 0;
  std::vector<Resignation> resignations_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_GAME_LOG_H_

#ifndef MEEPLE_SERVICE_CORE_GAME_CLOCK_H_
#define MEEPLE_SERVICE_CORE_GAME_CLOCK_H_

// How much time the seats of one game have left. A plain value that knows no time of its own: it is
// told when something happened, in milliseconds of game time, never earlier than the time before.
//
// It remembers what every seat had when each position of the line arose, so that whoever goes back
// to a position, or forward again, finds the clocks of that position.
//
//   GameClock clock({.initial_milliseconds = 60'000, .increment_milliseconds = 2'000}, 2);
//   clock.Run(0, 1'000);      // seat 0 is to move
//   clock.Stop(11'000);       // it has moved after 10 s
//   clock.AddMove(0);         // 52 s
//   clock.Run(1, 11'000);
//   clock.TakeBack();         // 60 s each

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/types.h"

namespace meeple::service {

// What the seats of a game agreed on. All 0: no clock.
struct ClockRules {
  int64_t initial_milliseconds = 0;
  int64_t increment_milliseconds = 0;
  // Instead of the two above: afresh for each move.
  int64_t per_move_milliseconds = 0;

  bool timed() const { return initial_milliseconds > 0 || per_move_milliseconds > 0; }
};

class GameClock {
 public:
  // Of an untimed game: nothing that is done to it does anything.
  GameClock() = default;
  GameClock(const ClockRules& rules, int seats);

  bool timed() const { return rules_.timed(); }

  // From `at` on the time of `seat` runs. REQUIRES: none runs.
  void Run(engine::SeatIndex seat, int64_t at);
  // Charges the seat whose time runs, if one's does, and none runs any more.
  void Stop(int64_t at);

  // A position arose by a move of `seat`, which gets its increment, or its time for the next move.
  // Positions that were taken back are forgotten. REQUIRES: none runs.
  void AddMove(engine::SeatIndex seat);
  // The position before the last move, and the one after the next that was taken back, with their
  // clocks. REQUIRES: there is one; none runs.
  void TakeBack();
  void BringBack();

  struct Reading {
    engine::SeatIndex seat = engine::kNoSeat;
    int64_t remaining_milliseconds = 0;  // never negative
    bool running = false;

    bool operator==(const Reading&) const = default;
  };
  // The clock of each seat at `at`; empty in an untimed game.
  std::vector<Reading> At(int64_t at) const;

  // When the time of the seat to move is up: what happens then is still in time, what happens later
  // is not. None while no clock runs.
  std::optional<int64_t> deadline() const;

 private:
  int64_t RemainingAt(engine::SeatIndex seat, int64_t at) const;
  // Makes the clocks those of the position after `moves` moves.
  void Restore(size_t moves);

  ClockRules rules_;
  // By seat, as they stood when the one that runs began to.
  std::vector<int64_t> remaining_;
  engine::SeatIndex running_ = engine::kNoSeat;
  int64_t since_ = 0;
  // What each seat had left in each position, one after the other: as many numbers a position as
  // there are seats. The first `moves_ + 1` positions are those of the line that stands.
  std::vector<int64_t> positions_;
  size_t moves_ = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_CLOCK_H_

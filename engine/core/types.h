#ifndef MEEPLE_ENGINE_CORE_TYPES_H_
#define MEEPLE_ENGINE_CORE_TYPES_H_

// The vocabulary that every layer shares: seats, players, the state of a turn.
// All types here are plain values, safe to copy between threads.

#include <string>

namespace meeple::engine {

// A place in a game, counted from 0 in order of play.
using SeatIndex = int;

// Stands where no seat is meant: no winner, nobody to move.
inline constexpr SeatIndex kNoSeat = -1;

// Who looks at a game: a seat, or one of the two below.
using Viewer = SeatIndex;

// Looks on without a seat: sees what every seat sees.
inline constexpr Viewer kSpectator = kNoSeat;

// Sees what is hidden too: for the rules themselves, and for everyone once the game is final.
inline constexpr Viewer kAllSeeing = -2;

// At most this many seats a game, whatever its kind.
inline constexpr int kMaxSeats = 8;

// Who sits in a seat. `id` names the player and is unique within a game; `symbol` is the one
// printable ASCII character that stands for the player on the board, unique as well.
struct Player {
  std::string id;
  char symbol = '?';

  bool operator==(const Player&) const = default;
};

enum class GameStatus {
  kNotStarted,
  kInProgress,
  kWon,        // by the board only
  kDrawn,      // by the board or by agreement
  kAbandoned,  // ended otherwise: see EndReason
};

// Why a game ended; kNone while it goes on.
enum class EndReason {
  kNone,
  kBoard,         // won or drawn by the rules of the game
  kResignation,   // every other seat gave up
  kTurnLimit,     // the agreed number of turns was played
  kAbandoned,     // called off
  kTime,          // every other seat ran out of time
  kForfeit,       // every other seat was gone for too long
  kAborted,       // a seat did not make its first move in time
  kNeverStarted,  // seats were not taken in time
  kAgreement,     // drawn because all who played wanted it
};

// What a move changes off the board. Captured before each move and restored by undo.
struct TurnCursor {
  GameStatus status = GameStatus::kNotStarted;
  SeatIndex turn_index = 0;  // the seat to move; the last mover once the board decided
  int turns = 0;             // moves that stand

  bool operator==(const TurnCursor&) const = default;
};

// How a game stands beyond its cursor: who won and why it ended.
struct Outcome {
  SeatIndex winner = kNoSeat;
  EndReason reason = EndReason::kNone;

  bool operator==(const Outcome&) const = default;
};

// True once nothing more can be played, whatever the reason.
inline bool IsOver(GameStatus status) {
  return status == GameStatus::kWon || status == GameStatus::kDrawn ||
         status == GameStatus::kAbandoned;
}

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_TYPES_H_

#ifndef MEEPLE_ENGINE_CORE_GAME_EVENT_H_
#define MEEPLE_ENGINE_CORE_GAME_EVENT_H_

// What happened in a game, told to those who look on. Plain values, safe to copy between threads.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/core/types.h"

namespace meeple::engine {

enum class GameEventKind { kStarted, kMoved, kUndone, kRedone, kResigned, kFinished };

struct GameEvent {
  GameEventKind kind = GameEventKind::kStarted;
  int turn = 0;                   // turns played after the event
  std::string actor = {};         // id of the player whose move or act it is; empty if nobody's
  std::string text = {};          // for people: "X plays X at (0,0)"
  std::optional<Move> move = {};  // kMoved, kUndone, kRedone
  TurnCursor cursor = {};         // the state after the events of one call
  Outcome outcome = {};           // likewise
  // kUndone: how the move that was taken back had ended the game; reason kNone if it had not.
  Outcome outcome_before = {};
};

// Looks on a game. Called after the game's own call has returned, so that it sees a game at rest.
class GameObserver {
 public:
  virtual ~GameObserver() = default;
  // `game` is the game after all events of the same call; the reference ends with the call.
  virtual void OnEvent(const BoardGame& game, const GameEvent& event) = 0;
};

// The events that tell of what was just done to `game`, in order: a move that ends the game is
// kMoved and kFinished.
std::vector<GameEvent> EventsOfStart(const BoardGame& game);
// REQUIRES: the last standing move was just played, or brought back.
std::vector<GameEvent> EventsOfMove(const BoardGame& game);
std::vector<GameEvent> EventsOfRedo(const BoardGame& game);
// REQUIRES: a move was just taken back; `outcome_before` is the outcome before that.
std::vector<GameEvent> EventsOfUndo(const BoardGame& game, const Outcome& outcome_before);
// REQUIRES: `seat` just resigned.
std::vector<GameEvent> EventsOfResignation(const BoardGame& game, SeatIndex seat);
// REQUIRES: the game was just called off, or drawn by agreement.
std::vector<GameEvent> EventsOfAbandonment(const BoardGame& game);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_GAME_EVENT_H_

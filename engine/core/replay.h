#ifndef MEEPLE_ENGINE_CORE_REPLAY_H_
#define MEEPLE_ENGINE_CORE_REPLAY_H_

// Every position of the line of moves that stands now, in order, from the log of a game.
//
//   for (const ReplayFrame& frame : Replay(*game, 0, game->cursor().turns)) Show(frame.rendered);

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/board_picture.h"
#include "engine/core/move.h"
#include "engine/core/types.h"

namespace meeple::engine {

struct ReplayFrame {
  int turn = 0;                   // turns played; 0 is the board before the first move
  std::optional<Move> move = {};  // the move that led here; none at turn 0 or if it is hidden
  SeatIndex seat = kNoSeat;       // who played it
  BoardPicture picture = {};
  std::string rendered = {};  // RenderGame of this position
  TurnCursor cursor = {};
  Outcome outcome = {};
};

// The frames from `from_turn` to `to_turn`, both included, as far as the game has them, with what
// `viewer` may see of them. The frame
// of the last turn shows how the game stands now, resignations included. `game` is not changed; its
// moves are played again on a new game of the same rules.
// REQUIRES: `game` has its history (it is not a CopyPosition).
std::vector<ReplayFrame> Replay(const BoardGame& game, int from_turn, int to_turn,
                                Viewer viewer = kAllSeeing);

// The same frames one by one, each made only when the one before was taken: `visit` says whether it
// wants another.
void VisitFrames(const BoardGame& game, int from_turn, int to_turn, Viewer viewer,
                 const std::function<bool(ReplayFrame)>& visit);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_REPLAY_H_

#ifndef MEEPLE_SERVICE_CORE_GAME_VIEW_H_
#define MEEPLE_SERVICE_CORE_GAME_VIEW_H_

// Answers built from a copy of a game, outside any lock.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/replay.h"
#include "meeple/v1/game.pb.h"
#include "service/core/clock.h"
#include "service/core/game_clock.h"
#include "service/core/game_setup.h"
#include "service/core/game_state.h"
#include "service/core/seats.h"

namespace meeple::service {

// A position of a game, taken out of its session.
struct GameCopy {
  std::shared_ptr<const GameSetup> setup;
  std::unique_ptr<const engine::BoardGame> game;
  Seats seats;
  std::vector<GameClock::Reading> clocks = {};
  int64_t sequence = 0;                        // the newest event that the position contains
  engine::Viewer viewer = engine::kSpectator;  // whose eyes it is shown to
  std::vector<Offer> offers = {};              // that are open
  std::string next_game_id = {};               // of the rematch, if there is one
};

// A copy of the position for the eyes of `viewer`, with the clocks of this moment; shared, so that
// a std::function can hold it.
std::shared_ptr<GameCopy> CopyFor(const GameState& state, engine::Viewer viewer,
                                  const Clock& clock);

// Adds the seats of a game, each with who is in it.
void BuildSeats(const GameSetup& setup, const engine::BoardGame& game, const Seats& seats,
                google::protobuf::RepeatedPtrField<v1::Seat>& result);

// The game as the viewer of the copy may see it.
v1::Game BuildGame(const GameCopy& copy);

// The legal moves of the seat to move, complete; none where they would tell the viewer what is
// hidden from it.
std::vector<v1::Move> BuildLegalMoves(const GameCopy& copy);

// One position of a replay of `game`.
v1::ReplayFrame BuildFrame(engine::ReplayFrame frame, const engine::BoardGame& game);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_VIEW_H_

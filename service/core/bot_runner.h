#ifndef MEEPLE_SERVICE_CORE_BOT_RUNNER_H_
#define MEEPLE_SERVICE_CORE_BOT_RUNNER_H_

// Plays the seats that bots hold. A bot thinks on a copy of the position, outside every lock, on
// threads of its own; its move is dropped if the position changed meanwhile, because whoever
// changed it has had the bot called again if it is to move.
//
// Thread-safe.

#include <memory>

#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "meeple/v1/game.pb.h"
#include "service/core/game_session.h"
#include "service/core/worker_pool.h"

namespace meeple::service {

class BotRunner {
 public:
  explicit BotRunner(int threads) : pool_(threads) {}

  // Has the bot that is to move in `session` think and play; nothing if none is.
  void Think(const std::shared_ptr<GameSession>& session);

  // Drops what waits and ends the threads.
  void Stop() { pool_.Stop(); }

 private:
  WorkerPool pool_;
};

// The move of `bot` in `game`, found within 10 seconds or little more. Where the bot fails or
// chooses an illegal move, a legal one drawn from its seed stands in, so that no game waits for
// ever. REQUIRES: the game is in progress.
engine::Move ChooseBotMove(const v1::Bot& bot, const engine::BoardGame& game);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_BOT_RUNNER_H_

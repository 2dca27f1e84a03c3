#ifndef MEEPLE_SERVICE_CORE_BOT_RUNNER_H_
#define MEEPLE_SERVICE_CORE_BOT_RUNNER_H_

// Plays the seats that bots hold. A bot thinks on a copy of the position, outside every lock, on
// threads of its own; its move is dropped if the position changed meanwhile, because whoever
// changed it has had the bot called again if it is to move.
//
// No game can keep the bots of others waiting for long: a game has one bot thinking at a time, the
// more bots wait the shorter each thinks, one whose position is gone stops, and those that answer
// at once do not queue behind those that search.
//
// A bot knows its clock: it thinks for a share of its time (see TimeForMove), and where it still
// waits for a thread when hardly any is left, it moves at once.
//
// Thread-safe.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/move_strategy.h"
#include "engine/players/player_factory.h"
#include "meeple/v1/game.pb.h"
#include "service/base/metrics.h"
#include "service/base/worker_pool.h"
#include "service/core/bot_time.h"
#include "service/core/clock.h"
#include "service/core/game_session.h"
#include "service/core/timer.h"

namespace meeple::service {

// Where bots come from, and who is told of those that are broken.
struct BotHooks {
  std::function<absl::StatusOr<std::unique_ptr<engine::MoveStrategy>>(const engine::PlayerSpec&)>
      make = engine::MakePlayer;
  // A line for the log; any thread, outside every lock.
  std::function<void(const std::string& line)> on_defect = {};
};

class BotRunner {
 public:
  // `threads` search; no bot thinks for longer than `longest` about a move, or little more. Game
  // time is that of `clock`; `timer` goes by it, and is stopped before this is. Both must outlive
  // the call of Stop.
  BotRunner(int threads, absl::Duration longest, const Clock& clock, Timer& timer,
            BotHooks hooks = {})
      : threads_(threads),
        longest_(longest),
        clock_(clock),
        timer_(timer),
        hooks_(std::move(hooks)),
        searching_(threads) {}

  // Has the bot that is to move in `session` think and play; nothing if none is.
  void Think(const std::shared_ptr<GameSession>& session);

  // How many bots think or wait for their turn to.
  int busy() const { return busy_.load(); }
  // How many of them think.
  int thinking() const { return thinking_.load(std::memory_order_relaxed); }
  // Nanoseconds that bots thought about their moves, each; those that answer at once too.
  const Histogram& thinking_time() const { return thinking_time_; }

  // Drops what waits, has those who think stop, and ends the threads.
  void Stop();

 private:
  struct Task;
  class Ticket;

  void Enqueue(Task task);
  void EnqueueSearch(Task task);
  void Play(const Task& task);
  // Until when the search of a bot that begins now goes on.
  std::function<bool()> StopOf(const Task& task) const;
  bool IsCalledOff(const Task& task) const;

  const int threads_;
  const absl::Duration longest_;
  const Clock& clock_;
  Timer& timer_;
  const BotHooks hooks_;
  std::atomic<int> busy_ = 0;
  std::atomic<int> thinking_ = 0;
  Histogram thinking_time_{kTimeBounds};
  std::atomic<bool> stopping_ = false;
  WorkerPool answering_{1};
  WorkerPool searching_;
};

// The move of `bot` in `game`, searched until `stop` says so. Where the bot fails or chooses an
// illegal move, which is a defect and told as one, a legal move drawn from its seed stands in, so
// that no game waits for ever. REQUIRES: the game is in progress.
engine::Move ChooseBotMove(const v1::Bot& bot, const engine::BoardGame& game,
                           const std::function<bool()>& stop = {}, const BotHooks& hooks = {});

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_BOT_RUNNER_H_

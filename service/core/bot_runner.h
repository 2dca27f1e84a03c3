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
#include "service/core/game_session.h"

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
  // `threads` search; no bot thinks for longer than `longest` about a move, or little more.
  BotRunner(int threads, absl::Duration longest, BotHooks hooks = {})
      : threads_(threads), longest_(longest), hooks_(std::move(hooks)), searching_(threads) {}

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
  void Play(const Task& task);
  bool ShouldStop(const Task& task, const Stopwatch& stopwatch) const;

  const int threads_;
  const absl::Duration longest_;
  const BotHooks hooks_;
  std::atomic<int> busy_ = 0;
  std::atomic<int> thinking_ = 0;
  Histogram thinking_time_{kTimeBounds};
  std::atomic<bool> stopping_ = false;
  WorkerPool answering_{1};
  WorkerPool searching_;
};

// How long one of `busy` bots may think on `threads` threads: `longest` while each has a thread,
// and less the more they are, but never so little that a bot could not look around.
absl::Duration ThinkingTime(absl::Duration longest, int busy, int threads);

// The move of `bot` in `game`, searched until `stop` says so. Where the bot fails or chooses an
// illegal move, which is a defect and told as one, a legal move drawn from its seed stands in, so
// that no game waits for ever. REQUIRES: the game is in progress.
engine::Move ChooseBotMove(const v1::Bot& bot, const engine::BoardGame& game,
                           const std::function<bool()>& stop = {}, const BotHooks& hooks = {});

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_BOT_RUNNER_H_

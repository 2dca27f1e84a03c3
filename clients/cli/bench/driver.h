#ifndef MEEPLE_CLIENTS_CLI_BENCH_DRIVER_H_
#define MEEPLE_CLIENTS_CLI_BENCH_DRIVER_H_

// A share of the load: players and watchers that live on one completion queue, worked off by one
// thread. Everything that happens to them happens under one lock. At a given rate a second thread
// begins moves when they are due.
//
//   Driver driver(options, connection_options, share, stubs, over);
//   driver.Prepare();     // and Wait...
//   driver.Play();
//   driver.Measure(true); ... driver.Measure(false);
//   driver.End();         // waits for what is under way
//   result.Merge(driver.tally());

#include <grpcpp/completion_queue.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "clients/cli/bench/load.h"
#include "clients/cli/bench/player.h"
#include "clients/cli/bench/steady_time.h"
#include "clients/cli/bench/table.h"
#include "clients/cli/bench/tally.h"

namespace meeple::cli {

class Driver {
 public:
  using Stub = v1::GameService::Stub;

  // What of the whole run is this driver's.
  struct Share {
    int players;
    std::optional<int> games;
    std::optional<double> rate;  // moves a second
    uint64_t seed;
  };

  // `options` and the stubs outlive the driver. `timeout` is for one call. `over` is called, by any
  // thread and more than once, when a player has found no game left while playing, when all games
  // are prepared, and when there were too many errors.
  Driver(const LoadOptions& options, std::chrono::nanoseconds timeout, const Share& share,
         std::vector<Stub*> stubs, std::function<void()> over);
  // REQUIRES: End was called.
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Begins to make the games of the share.
  void Prepare();
  // Begins to play.
  void Play();
  // Counts what succeeds from here on, or no longer.
  void Measure(bool measuring);
  // Begins nothing more, and waits for what is under way: at most as long as a call may take.
  void End();

  // True where `over` was called for a reason: see there.
  bool is_over() const { return is_over_.load(); }
  int64_t moves() const { return moves_.load(std::memory_order_relaxed); }
  int64_t games() const { return games_.load(std::memory_order_relaxed); }
  // How many moves are due and not begun.
  int64_t Behind();
  // REQUIRES: End was called.
  const Tally& tally() const { return tally_; }

  // For players and watchers, which hold the lock.
  const LoadOptions& options() const { return options_; }
  std::chrono::nanoseconds timeout() const { return timeout_; }
  grpc::CompletionQueue& queue() { return queue_; }
  // A stub of the next connection in turn.
  Stub& NextStub() { return *stubs_[next_stub_++ % stubs_.size()]; }
  // The tag under which something is begun whose end `completion` is told.
  void* Begin(Completion& completion);
  bool preparing() const { return stage_ == Stage::kPreparing; }
  bool stopping() const { return stage_ == Stage::kEnding; }
  // Where to count what succeeds; null while that is not measured.
  Tally* measured() { return measuring_ ? &tally_ : nullptr; }
  void CountMove() { moves_.fetch_add(1, std::memory_order_relaxed); }
  void Fail(const absl::Status& status);
  // True for one who is to create a game now.
  bool MayCreate();
  std::shared_ptr<Table> NewTable(const v1::CreateGameResponse& created);
  // Keeps a game until it is played; a game that was kept, or null.
  void Keep(std::shared_ptr<Table> table);
  std::shared_ptr<Table> TakeTable();
  // The player can move: lets it, now or when that is due.
  void Ready(Player& player);
  // A player has nothing to do.
  void Rest();

 private:
  enum class Stage { kIdle, kPreparing, kPlaying, kEnding };
  void Work();
  void Pace();
  void Over();
  bool IsOpenLoop() const { return share_.rate.has_value(); }
  // When the next move is due. REQUIRES: IsOpenLoop().
  SteadyTime NextDue() const;

  const LoadOptions& options_;
  const std::chrono::nanoseconds timeout_;
  const Share share_;
  const std::vector<Stub*> stubs_;
  const std::function<void()> over_;
  grpc::CompletionQueue queue_;
  std::atomic<int64_t> moves_ = 0;
  std::atomic<int64_t> games_ = 0;
  std::atomic<bool> is_over_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  // All below: guarded by the mutex.
  Stage stage_ = Stage::kIdle;
  bool measuring_ = false;
  Tally tally_;
  int64_t errors_ = 0;
  std::mt19937_64 random_;
  size_t next_stub_ = 0;
  int64_t under_way_ = 0;
  int created_ = 0;  // games that were, or are being, created
  int resting_ = 0;
  std::vector<std::unique_ptr<Player>> players_;
  std::deque<std::shared_ptr<Table>> kept_;
  // At a rate: who can move, when it all began, and how many moves were begun.
  std::deque<Player*> ready_;
  SteadyTime began_;
  int64_t begun_ = 0;

  std::thread worker_;
  std::thread pacer_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_DRIVER_H_

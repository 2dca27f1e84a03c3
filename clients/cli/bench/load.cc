#include "clients/cli/bench/load.h"

#include <time.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/bench/driver.h"
#include "clients/cli/bench/steady_time.h"

namespace meeple::cli {
namespace {

constexpr absl::Duration kTellInterval = absl::Milliseconds(500);

absl::Duration OwnCpu() {
  timespec used = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return absl::DurationFromTimespec(used);
}

// Part `index` of `parts` that are as equal as they can be and add up to `whole`.
int PartOf(int whole, int index, int parts) {
  return whole / parts + (index < whole % parts ? 1 : 0);
}

// The connections, and drivers that share them.
class Load {
 public:
  Load(const LoadOptions& options, const ConnectionOptions& connection, const std::stop_token& stop,
       const std::function<void(const LoadProgress&)>& tell)
      : options_(options), stop_(stop), tell_(tell) {
    std::vector<Driver::Stub*> stubs;
    for (int i = 0; i < options.connections; ++i) {
      stubs_.push_back(v1::GameService::NewStub(OpenChannel(connection)));
      stubs.push_back(stubs_.back().get());
    }
    const int drivers = DriverCount();
    for (int i = 0; i < drivers; ++i) {
      // Each begins with another connection.
      std::rotate(stubs.begin(), stubs.begin() + 1, stubs.end());
      drivers_.push_back(std::make_unique<Driver>(options_,
                                                  absl::ToChronoNanoseconds(connection.timeout),
                                                  ShareOf(i, drivers), stubs, [this] { Wake(); }));
    }
  }

  absl::StatusOr<LoadResult> Run(const CpuReader& server_cpu) {
    if (options_.prepare) {
      Begin(LoadProgress::Stage::kPreparing, &Driver::Prepare);
      // Ends by itself, since each call does.
      WaitUntil(absl::InfiniteDuration(), [this] { return AllOf(&Driver::is_over); });
    }
    if (HasWarmUp()) {
      Begin(LoadProgress::Stage::kWarmUp, &Driver::Play);
      WaitUntil(options_.warm_up, [this] { return AnyOf(&Driver::is_over); });
    }
    absl::StatusOr<LoadResult> result = Measure(server_cpu);
    for (const auto& driver : drivers_) driver->End();
    if (!result.ok()) return result;
    for (const auto& driver : drivers_) result->tally.Merge(driver->tally());
    result->stopped = stop_.stop_requested();
    if (result->tally.moves.count() == 0 && result->tally.errors.empty() && !result->stopped) {
      return absl::FailedPreconditionError(
          "nothing was measured: the games ran out before, or no move was answered");
    }
    return result;
  }

 private:
  bool HasWarmUp() const { return options_.warm_up > absl::ZeroDuration(); }

  // As many threads as leave half of the machine to the server.
  int DriverCount() const {
    const int half = static_cast<int>(std::thread::hardware_concurrency() / 2);
    return std::clamp(std::min(half, options_.games.value_or(half)), 1, options_.players);
  }

  Driver::Share ShareOf(int index, int drivers) const {
    Driver::Share share = {.players = PartOf(options_.players, index, drivers),
                           .games = std::nullopt,
                           .rate = std::nullopt,
                           .seed = options_.seed * 1'000 + static_cast<uint64_t>(index)};
    if (options_.games) share.games = PartOf(*options_.games, index, drivers);
    if (options_.rate) share.rate = *options_.rate * share.players / options_.players;
    return share;
  }

  absl::StatusOr<LoadResult> Measure(const CpuReader& server_cpu) {
    LoadResult result;
    if (HasWarmUp() && AnyOf(&Driver::is_over)) return result;
    absl::StatusOr<absl::Duration> before = absl::ZeroDuration();
    if (server_cpu) before = server_cpu();
    if (!before.ok()) return before.status();
    const absl::Duration own_before = OwnCpu();
    const SteadyTime began = SteadyNow();
    Begin(LoadProgress::Stage::kMeasuring, [this](Driver& driver) {
      driver.Measure(true);
      if (!HasWarmUp()) driver.Play();
    });
    WaitUntil(options_.duration, [this] { return AnyOf(&Driver::is_over); });
    for (const auto& driver : drivers_) driver->Measure(false);
    result.measured = Since(began);
    result.own_cpu = OwnCpu() - own_before;
    for (const auto& driver : drivers_) result.behind += driver->Behind();
    if (!server_cpu) return result;
    const absl::StatusOr<absl::Duration> after = server_cpu();
    if (!after.ok()) return after.status();
    result.server_cpu = *after - *before;
    return result;
  }

  template <class Action>
  void Begin(LoadProgress::Stage stage, Action action) {
    stage_ = stage;
    stage_began_ = SteadyNow();
    for (const auto& driver : drivers_) std::invoke(action, *driver);
  }

  // Waits until so long after the stage began, or until `is_over`, or until it is asked to stop.
  template <class IsOver>
  void WaitUntil(absl::Duration end, IsOver is_over) {
    while (!is_over() && Since(stage_began_) < end && !stop_.stop_requested()) {
      const absl::Duration left = std::min(kTellInterval, end - Since(stage_began_));
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop_, absl::ToChronoNanoseconds(left),
                        [this] { return std::exchange(woken_, false); });
      lock.unlock();
      Tell();
    }
  }

  void Tell() {
    if (!tell_ || Since(told_) < kTellInterval / 2) return;
    told_ = SteadyNow();
    LoadProgress progress = {
        .stage = stage_, .elapsed = Since(stage_began_), .games = 0, .moves = 0};
    for (const auto& driver : drivers_) {
      progress.games += driver->games();
      progress.moves += driver->moves();
    }
    tell_(progress);
  }

  void Wake() {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    changed_.notify_all();
  }

  bool AllOf(bool (Driver::*is)() const) const {
    return std::ranges::all_of(drivers_, [is](const auto& driver) { return (*driver.*is)(); });
  }
  bool AnyOf(bool (Driver::*is)() const) const {
    return std::ranges::any_of(drivers_, [is](const auto& driver) { return (*driver.*is)(); });
  }

  const LoadOptions& options_;
  const std::stop_token stop_;
  const std::function<void(const LoadProgress&)> tell_;
  LoadProgress::Stage stage_ = LoadProgress::Stage::kPreparing;
  SteadyTime stage_began_;
  SteadyTime told_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool woken_ = false;  // guarded by the mutex
  std::vector<std::unique_ptr<Driver::Stub>> stubs_;
  std::vector<std::unique_ptr<Driver>> drivers_;  // end before what they use
};

}  // namespace

absl::StatusOr<LoadResult> RunLoad(const LoadOptions& options, const ConnectionOptions& connection,
                                   const CpuReader& server_cpu, const std::stop_token& stop,
                                   const std::function<void(const LoadProgress&)>& tell) {
  return Load(options, connection, stop, tell).Run(server_cpu);
}

}  // namespace meeple::cli

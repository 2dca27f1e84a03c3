// How late flags fall while many games have clocks, all on the one thread of the timer.
//
//   flags_benchmark                               100,000 games whose times are up within 60 s
//   flags_benchmark --games=1000000 --seconds=600
//
// Each game gets its own time for a move, evenly spread, and nobody moves. Lateness is counted from
// the moment when the flag was to fall, which is 25 ms after the time was up, to the moment when
// its events are handed to the journal, which keeps them in memory.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "google/protobuf/util/time_util.h"
#include "service/base/mutex.h"
#include "service/core/clock.h"
#include "service/core/game_host.h"
#include "service/core/game_summary.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

// The shortest time that a game can have.
constexpr absl::Duration kLeast = absl::Seconds(1);

struct Arguments {
  int games = 100'000;
  int seconds = 60;
};

// Keeps nothing that is asked for, and notes how late flags are taken.
class FlagJournal final : public MemoryJournal {
 public:
  FlagJournal(const Clock& clock, size_t games) : clock_(clock) { late_.reserve(games); }

  void Append(Commit commit, Done done) override {
    for (const AgendaItem& item : commit.agenda_removed) {
      if (item.kind == static_cast<int>(AgendaKind::kFlag)) {
        Note(clock_.Uptime() - *WakeTimeOf(item));
      }
    }
    MemoryJournal::Append(std::move(commit), std::move(done));
  }
  std::string_view name() const override { return "flags"; }
  JournalDurability durability() const override { return JournalDurability::kMemory; }

  // Waits until so many flags have fallen; how late they were, sorted.
  std::vector<absl::Duration> Await(size_t flags) {
    MutexLock lock(mutex_);
    while (late_.size() < flags) changed_.Wait(mutex_);
    std::vector<absl::Duration> late = late_;
    std::ranges::sort(late);
    return late;
  }

 private:
  void Note(absl::Duration late) {
    MutexLock lock(mutex_);
    late_.push_back(late);
    changed_.NotifyAll();
  }

  const Clock& clock_;
  Mutex mutex_;
  CondVar changed_;
  std::vector<absl::Duration> late_ ABSL_GUARDED_BY(mutex_);
};

void CreateGameWith(GameHost& host, absl::Duration per_move) {
  v1::CreateGameRequest request;
  request.mutable_config()->set_kind("tic_tac_toe");
  *request.mutable_config()->mutable_clock()->mutable_per_move() =
      google::protobuf::util::TimeUtil::MillisecondsToDuration(absl::ToInt64Milliseconds(per_move));
  host.CreateGame(Caller{}, request, [](const absl::StatusOr<v1::CreateGameResponse>& created) {
    if (created.ok()) return;
    std::fprintf(stderr, "%s\n", created.status().ToString().c_str());
    std::abort();
  });
}

// Creates the games, each with so much time that all flags fall within the span, which begins when
// the last one is created as far as that can be told before.
void CreateGames(GameHost& host, const Clock& clock, const Arguments& arguments,
                 absl::Duration creation) {
  const absl::Duration start = clock.Uptime() + creation + kLeast;
  const absl::Duration step = absl::Seconds(arguments.seconds) / arguments.games;
  for (int i = 0; i < arguments.games; ++i) {
    CreateGameWith(host, std::max(kLeast, start + i * step - clock.Uptime()));
  }
}

double Milliseconds(absl::Duration duration) { return absl::ToDoubleMilliseconds(duration); }

void Run(const Arguments& arguments) {
  Clock& clock = SystemClock();
  FlagJournal journal(clock, static_cast<size_t>(arguments.games));
  GameHost host({}, journal, clock);
  const absl::Duration begun = clock.Uptime();
  // About what it takes.
  CreateGames(host, clock, arguments, arguments.games * absl::Microseconds(150));
  std::printf("%d games with clocks, created in %.1f s\n", arguments.games,
              absl::ToDoubleSeconds(clock.Uptime() - begun));
  const auto late = journal.Await(static_cast<size_t>(arguments.games));
  const auto at = [&late](double part) {
    return Milliseconds(late[static_cast<size_t>(part * static_cast<double>(late.size() - 1))]);
  };
  std::printf("lateness of flags: p50 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, most %.3f ms\n", at(0.5),
              at(0.99), at(0.999), at(1.0));
}

bool ReadNumber(absl::string_view argument, absl::string_view name, int& value) {
  return absl::ConsumePrefix(&argument, name) && absl::SimpleAtoi(argument, &value) && value > 0;
}

}  // namespace
}  // namespace meeple::service

int main(int argc, char** argv) {
  meeple::service::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    if (!meeple::service::ReadNumber(argv[i], "--games=", arguments.games) &&
        !meeple::service::ReadNumber(argv[i], "--seconds=", arguments.seconds)) {
      std::fprintf(stderr, "usage: flags_benchmark [--games=N] [--seconds=N]\n");
      return 2;
    }
  }
  meeple::service::Run(arguments);
  return 0;
}

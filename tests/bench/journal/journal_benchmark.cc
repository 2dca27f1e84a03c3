// What a durable event costs, against the bare disk.
//
//   journal_benchmark                       in the directory for temporary files
//   TMPDIR=/mnt/disk journal_benchmark      on the disk that is to be measured
//
// Group/N     N commits of one event each as one batch with one sync, encoding included
// InFlight/N  the whole journal, threads included, with N commits on their way at any time
// Floor/N     the same bytes appended to a file, with one fdatasync
//
// The time is that of a group (or of N commits), the CPU that of the whole process;
// cpu_us_per_event and items_per_second are by event.

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "service/base/mutex.h"
#include "service/journal/encoded_commit.h"
#include "service/journal/feed.h"
#include "service/journal/feed_announcer.h"
#include "service/journal/group_writer.h"
#include "service/journal/journal_storage.h"
#include "service/journal/rocksdb_journal.h"
#include "tests/bench/or_die.h"

namespace meeple::service {
namespace {

using bench::OrDie;

constexpr size_t kEventBytes = 136;
constexpr size_t kDigestBytes = 16;

// A directory that is gone when the measurement is.
class Scratch {
 public:
  Scratch() {
    std::string name = std::filesystem::temp_directory_path() / "meeple-bench-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string IdOf(int64_t game) {
  std::string id = std::to_string(game);
  return std::string(20 - id.size(), '0') + id;
}

Commit MakeMove(int64_t game, int64_t sequence) {
  Commit commit = {.game_id = IdOf(game), .expected_next_sequence = sequence, .records = {}};
  commit.records.push_back(std::make_shared<JournalRecord>(
      JournalRecord{.sequence = sequence,
                    .public_event = std::string(kEventBytes, 'e'),
                    .request_digest = std::string(kDigestBytes, 'd'),
                    .request_fingerprint = std::string(kDigestBytes, 'f'),
                    .caller_seat = static_cast<int>(sequence % 2)}));
  return commit;
}

double ProcessCpuSeconds() {
  timespec time = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Counts the process's CPU over the measurement, RocksDB's threads included.
class CpuPerEvent {
 public:
  explicit CpuPerEvent(benchmark::State& state) : state_(state), start_(ProcessCpuSeconds()) {}
  void Report() {
    const auto events = static_cast<double>(state_.iterations() * state_.range(0));
    state_.SetItemsProcessed(state_.iterations() * state_.range(0));
    state_.counters["cpu_us_per_event"] = (ProcessCpuSeconds() - start_) * 1e6 / events;
  }

 private:
  benchmark::State& state_;
  const double start_;
};

void Group(benchmark::State& state) {
  const Scratch scratch;
  const auto storage = OrDie(JournalStorage::Open(scratch / "data", nullptr, nullptr));
  FeedAnnouncer announcer;
  GroupWriter writer(storage->database(), storage->mark(), announcer, 100'000, kFeedEntriesKept);
  const int64_t games = state.range(0);
  int64_t sequence = 0;
  CpuPerEvent cpu(state);
  for ([[maybe_unused]] auto _ : state) {
    ++sequence;
    std::vector<EncodedCommit> commits;
    std::vector<const EncodedCommit*> group;
    commits.reserve(games);
    for (int64_t game = 0; game < games; ++game) {
      commits.push_back(EncodeCommit(MakeMove(game, sequence)));
      group.push_back(&commits.back());
    }
    OrDie(writer.Write(group));
  }
  cpu.Report();
}

// Waits until so many answers have come.
class Countdown {
 public:
  explicit Countdown(int64_t count) : left_(count) {}
  void Down() {
    MutexLock lock(mutex_);
    if (--left_ == 0) changed_.NotifyAll();
  }
  void Wait() {
    MutexLock lock(mutex_);
    while (left_ > 0) changed_.Wait(mutex_);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  int64_t left_ ABSL_GUARDED_BY(mutex_);
};

void InFlight(benchmark::State& state) {
  const Scratch scratch;
  const auto journal = OrDie(RocksDbJournal::Open({.data_directory = scratch / "data"}));
  const int64_t games = state.range(0);
  int64_t sequence = 0;
  CpuPerEvent cpu(state);
  for ([[maybe_unused]] auto _ : state) {
    ++sequence;
    Countdown answers(games);
    for (int64_t game = 0; game < games; ++game) {
      journal->Append(MakeMove(game, sequence), [&](AppendOutcome) { answers.Down(); });
    }
    answers.Wait();
  }
  cpu.Report();
}

void Floor(benchmark::State& state) {
  const Scratch scratch;
  const int file = ::open((scratch / "log").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  const EncodedCommit commit = EncodeCommit(MakeMove(0, 1));
  const std::string event = commit.events.front().first + commit.events.front().second;
  std::string bytes;
  for (int64_t game = 0; game < state.range(0); ++game) bytes += event;
  CpuPerEvent cpu(state);
  for ([[maybe_unused]] auto _ : state) {
    if (::write(file, bytes.data(), bytes.size()) < 0 || ::fdatasync(file) != 0) std::abort();
  }
  cpu.Report();
  ::close(file);
}

BENCHMARK(Group)->Arg(1)->Arg(16)->Arg(64)->Arg(256)->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(InFlight)->Arg(1)->Arg(16)->Arg(64)->Arg(256)->UseRealTime()->Unit(
    benchmark::kMicrosecond);
BENCHMARK(Floor)->Arg(1)->Arg(16)->Arg(64)->Arg(256)->UseRealTime()->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace meeple::service

BENCHMARK_MAIN();

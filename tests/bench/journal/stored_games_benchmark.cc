// What stored games cost a server: its start, its memory, a game's way back into memory.
//
//   stored_games_benchmark                         100,000 games
//   stored_games_benchmark --games=1000000
//   TMPDIR=/mnt/disk stored_games_benchmark        on the disk that is to be measured
//
// Two thirds of the games are tic-tac-toe of five moves, won and waiting to be final; the others
// are gomoku of a hundred moves. The directory is written first and then opened anew.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "service/base/mutex.h"
#include "service/core/game_check.h"
#include "service/core/game_host.h"
#include "service/journal/memory_journal.h"
#include "service/journal/rocksdb_journal.h"
#include "tests/bench/or_die.h"

namespace meeple::service {
namespace {

using bench::OrDie;

constexpr int kAll = 1'000'000;
constexpr int kLists = 200;
constexpr int kLoads = 2'000;
constexpr int64_t kMostWaiting = 1'000;

using SteadyClock = std::chrono::steady_clock;

double MillisecondsSince(SteadyClock::time_point start) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - start).count();
}

template <class Request, class Response>
absl::StatusOr<Response> Call(GameHost& host,
                              void (GameHost::*rpc)(const Caller&, const Request&,
                                                    GameHost::Done<Response>),
                              const Caller& caller, const Request& request) {
  auto promise = std::make_shared<std::promise<absl::StatusOr<Response>>>();
  auto future = promise->get_future();
  (host.*rpc)(caller, request, [promise](absl::StatusOr<Response> answer) {
    promise->set_value(std::move(answer));
  });
  return future.get();
}

// Plays a game of the first legal moves and returns what a journal keeps of it.
Commit PlayTemplate(const std::string& kind, int moves) {
  MemoryJournal journal;
  GameHost host({}, journal, SystemClock());
  v1::CreateGameRequest create;
  create.mutable_config()->set_kind(kind);
  const v1::CreateGameResponse created = OrDie(Call(host, &GameHost::CreateGame, Caller{}, create));
  const std::string game_id = created.game().game_id();
  std::vector<Caller> seats;
  for (const v1::Credential& credential : created.credentials()) {
    seats.push_back(OrDie(host.Authenticate("Bearer " + credential.token())));
  }
  v1::ListLegalMovesRequest list;
  list.set_game_id(game_id);
  for (int turn = 0; turn < moves; ++turn) {
    const auto legal = OrDie(Call(host, &GameHost::ListLegalMoves, Caller{}, list));
    if (legal.moves().empty()) break;
    v1::SubmitMoveRequest move;
    move.set_game_id(game_id);
    // Far apart, so that nobody wins early on the large board.
    *move.mutable_move() = legal.moves(turn * 37 % legal.moves_size());
    OrDie(Call(host, &GameHost::SubmitMove, seats[static_cast<size_t>(turn % 2)], move));
  }
  Commit commit = {.records = OrDie(journal.Read(game_id, 0, kAll)),
                   .summary = OrDie(journal.ReadSummary(game_id))};
  IndexChange indexes = OrDie(CheckGameForIndexes(game_id, commit.records, commit.summary));
  commit.lists = std::move(indexes.lists);
  commit.scores = std::move(indexes.scores);
  return commit;
}

std::string IdOf(int64_t game) {
  const std::string id = std::to_string(game);
  return std::string(20 - id.size(), '0') + id;
}

class Window {
 public:
  void Enter() {
    MutexLock lock(mutex_);
    while (open_ >= kMostWaiting) changed_.Wait(mutex_);
    ++open_;
  }
  void Leave() {
    MutexLock lock(mutex_);
    --open_;
    changed_.NotifyAll();
  }
  void WaitForAll() {
    MutexLock lock(mutex_);
    while (open_ > 0) changed_.Wait(mutex_);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  int64_t open_ ABSL_GUARDED_BY(mutex_) = 0;
};

void Fill(const std::string& directory, int64_t games) {
  const auto journal = OrDie(RocksDbJournal::Open({.data_directory = directory}));
  const Commit small = PlayTemplate("tic_tac_toe", 5);
  const Commit large = PlayTemplate("gomoku", 100);
  std::printf("events of a game: %zu and %zu\n", small.records.size(), large.records.size());
  Window window;
  for (int64_t game = 0; game < games; ++game) {
    Commit commit = game % 3 == 0 ? large : small;
    commit.game_id = IdOf(game);
    commit.lists.created_milliseconds = game;
    window.Enter();
    journal->Append(std::move(commit), [&](AppendOutcome outcome) {
      if (outcome != AppendOutcome::kDurable) std::abort();
      window.Leave();
    });
  }
  window.WaitForAll();
}

int64_t ResidentMegabytes() {
  std::ifstream file("/proc/self/statm");
  int64_t size = 0;
  int64_t resident = 0;
  file >> size >> resident;
  return resident * ::sysconf(_SC_PAGESIZE) >> 20;
}

// Milliseconds of GetGame for random games that are not in memory; sorted.
std::vector<double> TimeLoads(GameHost& host, int64_t games, int64_t remainder) {
  std::mt19937_64 random(1);
  std::vector<double> times;
  for (int i = 0; i < kLoads; ++i) {
    v1::GetGameRequest get;
    get.set_game_id(IdOf(static_cast<int64_t>(random() % (games / 3)) * 3 + remainder));
    const auto start = SteadyClock::now();
    OrDie(Call(host, &GameHost::GetGame, Caller{}, get));
    times.push_back(MillisecondsSince(start));
    host.EvictIdleGames(true);
  }
  std::ranges::sort(times);
  return times;
}

void Report(const char* what, const std::vector<double>& times) {
  std::printf("%-44s p50 %.3f ms, p99 %.3f ms\n", what, times[times.size() / 2],
              times[times.size() * 99 / 100]);
}

// Milliseconds of a page of ListGames; sorted.
std::vector<double> TimeLists(GameHost& host, const v1::ListGamesRequest& request) {
  std::vector<double> times;
  for (int i = 0; i < kLists; ++i) {
    const auto start = SteadyClock::now();
    OrDie(Call(host, &GameHost::ListGames, Caller{}, request));
    times.push_back(MillisecondsSince(start));
  }
  std::ranges::sort(times);
  return times;
}

void MeasureLists(GameHost& host) {
  v1::ListGamesRequest newest;
  Report("ListGames, the newest hundred", TimeLists(host, newest));
  v1::ListGamesRequest open;
  open.set_open_seats(true);
  Report("ListGames, open seats, of which there are none", TimeLists(host, open));
  v1::ListGamesRequest rare;
  (*rare.mutable_labels())["event"] = "finals";
  Report("ListGames, a page in which nothing is found", TimeLists(host, rare));
}

void Measure(const std::string& directory, int64_t games) {
  const int64_t before = ResidentMegabytes();
  const auto start = SteadyClock::now();
  const auto journal = OrDie(RocksDbJournal::Open({.data_directory = directory}));
  HostOptions options;
  options.loading_threads = 2;
  options.idle_after = absl::ZeroDuration();
  GameHost host(options, *journal, SystemClock());
  v1::GetGameRequest get;
  get.set_game_id(IdOf(games / 2));
  OrDie(Call(host, &GameHost::GetGame, Caller{}, get));
  std::printf("%-44s %.0f ms\n", "from the start to the first answer", MillisecondsSince(start));
  std::printf("%-44s %lld MB\n", "resident memory of that",
              static_cast<long long>(ResidentMegabytes() - before));
  Report("GetGame of a game of a hundred moves", TimeLoads(host, games, 0));
  Report("GetGame of a game of five moves", TimeLoads(host, games, 1));
  MeasureLists(host);
}

int64_t GamesOf(int argc, char** argv) {
  int64_t games = 100'000;
  if (argc == 1) return games;
  const std::string argument = argv[1];
  const std::string flag = "--games=";
  if (argc == 2 && argument.starts_with(flag) &&
      absl::SimpleAtoi(argument.substr(flag.size()), &games) && games >= 3) {
    return games;
  }
  std::fprintf(stderr, "usage: stored_games_benchmark [--games=N], N at least 3\n");
  std::exit(2);
}

// So that what it leaves in memory is not counted. REQUIRES: there are no threads.
void InAnotherProcess(const std::function<void()>& work) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    ::_exit(EXIT_SUCCESS);
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child || status != 0) std::abort();
}

int Run(int64_t games) {
  std::string name = std::filesystem::temp_directory_path() / "meeple-bench-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  std::printf("games: %lld\n", static_cast<long long>(games));
  InAnotherProcess([&] { Fill(name + "/data", games); });
  Measure(name + "/data", games);
  std::filesystem::remove_all(name);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace meeple::service

int main(int argc, char** argv) {
  return meeple::service::Run(meeple::service::GamesOf(argc, argv));
}

#include <unistd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "clients/cli/bench/bench_report.h"
#include "clients/cli/bench/load.h"
#include "clients/cli/bench/server_cpu.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_arguments.h"

namespace meeple::cli {
namespace {

// Watches that are open at a time; more than a server allows by default is of no use.
constexpr int64_t kMostWatches = 100'000;
// The most that Linux gives a process.
constexpr int kGreatestPid = 1 << 22;
// Between two lines of progress where they are no terminal's.
constexpr absl::Duration kLineInterval = absl::Seconds(5);

struct BenchArguments {
  GameArguments game = {.kind = "tic_tac_toe"};
  LoadOptions load;
  double seconds = 10;
  double warm_up_seconds = 1;
  std::string metrics;
  std::optional<int> server_pid;
};

// Tells how a run stands: in place on a terminal, a line now and then elsewhere.
class ProgressTeller {
 public:
  ProgressTeller(Session& session, const LoadOptions& options)
      : session_(session),
        options_(options),
        in_place_(!session.json() && isatty(session.surroundings().err_file) == 1) {}
  ~ProgressTeller() {
    if (in_place_) session_.surroundings().err << "\r\x1b[K" << std::flush;
  }
  ProgressTeller(const ProgressTeller&) = delete;
  ProgressTeller& operator=(const ProgressTeller&) = delete;

  void Tell(const LoadProgress& progress) {
    if (in_place_) {
      session_.surroundings().err << "\r\x1b[K" << ProgressLine(options_, progress) << std::flush;
    } else if (const auto lines = static_cast<int>(progress.elapsed / kLineInterval);
               lines != lines_ || progress.stage != stage_) {
      lines_ = lines;
      stage_ = progress.stage;
      session_.Notice(ProgressLine(options_, progress));
    }
  }

 private:
  Session& session_;
  const LoadOptions& options_;
  const bool in_place_;
  int lines_ = -1;
  LoadProgress::Stage stage_ = LoadProgress::Stage::kPreparing;
};

CpuReader ServerCpu(const BenchArguments& arguments) {
  if (!arguments.metrics.empty()) return CpuFromMetrics(arguments.metrics);
  if (arguments.server_pid) return CpuOfProcess(*arguments.server_pid);
  return {};
}

ExitCode Report(Session& session, const LoadOptions& options, const LoadResult& result) {
  if (session.json()) {
    session.Print(BenchDocument(options, result));
  } else {
    session.out() << BenchText(options, result, session.style()) << std::flush;
  }
  if (result.stopped) return kInterrupted;
  return result.tally.errors.empty() ? kDone : kRefused;
}

ExitCode Bench(Session& session, const BenchArguments& arguments) {
  LoadOptions options = arguments.load;
  const auto config = ToGameConfig(arguments.game);
  if (!config.ok()) return session.FailUsage(absl::StrCat(config.status().message()));
  options.config = *config;
  options.duration = absl::Seconds(arguments.seconds);
  options.warm_up = absl::Seconds(arguments.warm_up_seconds);
  const int64_t games = options.prepare ? *options.games : options.players;
  if (games * options.watchers > kMostWatches) {
    return session.FailUsage(absl::StrCat("that would be ", games * options.watchers,
                                          " watches at a time; at most ", kMostWatches, " can be"));
  }
  absl::StatusOr<LoadResult> result = LoadResult();
  {
    ProgressTeller teller(session, options);
    result = RunLoad(options, session.connection().options(), ServerCpu(arguments), session.stop(),
                     [&teller](const LoadProgress& progress) { teller.Tell(progress); });
  }
  if (!result.ok()) return session.Fail(result.status());
  // A table of nothing would hide why.
  const bool nothing = result->tally.moves.count() == 0 && !result->tally.first_error.ok();
  if (nothing) return session.Fail(result->tally.first_error);
  return Report(session, options, *result);
}

// The games of which the load generator knows the moves.
std::string CheckPlayable(const std::string& kind) {
  const bool is_playable = kind == "tic_tac_toe" || kind == "mnk" || kind == "gomoku";
  return is_playable ? "" : "bench plays tic_tac_toe, mnk or gomoku, not '" + kind + "'";
}

void AddLoad(CLI::App& command, BenchArguments& arguments) {
  LoadOptions& load = arguments.load;
  command
      .add_option("KIND", arguments.game.kind,
                  "A game in which any empty cell may be played: tic_tac_toe, which is the "
                  "default, mnk or gomoku")
      ->check(CLI::Validator(CheckPlayable, ""));
  command
      .add_option("-p,--parameter", arguments.game.parameters,
                  "A parameter of the game, such as size=4; `meeple kinds` lists them")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--players", load.players,
                  "How many games are played at a time, each to its end and then the next; default "
                  "16, at most 10000")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000).description(""));
  command
      .add_option("--connections", load.connections,
                  "Connections that players and watchers share; default 4, at most 1000")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000).description(""));
  command
      .add_option("--watchers", load.watchers,
                  "Watches of each game. The next move waits until all have seen the last one; "
                  "default 0, at most 100000 at a time. A connection has at most 200, unless the "
                  "server was told otherwise")
      ->type_name("N")
      ->check(CLI::Range(0, 100'000).description(""));
}

void AddPace(CLI::App& command, BenchArguments& arguments) {
  LoadOptions& load = arguments.load;
  command
      .add_option("--rate", load.rate,
                  "Moves a second, with latency from when each was due, late or not. Without it "
                  "each player moves as soon as it has its answer")
      ->type_name("MOVES")
      ->check(NumberFrom(0.1, 1'000'000));
  CLI::Option* games =
      command
          .add_option("--games", load.games,
                      "Makes no more games than this, at most 1000000, and ends when a player "
                      "finds none left")
          ->type_name("N")
          ->check(CLI::Range(1, 1'000'000).description(""));
  command
      .add_flag("--prepare", load.prepare,
                "Makes all the games, and opens their watches, before the time begins, so that "
                "moves alone are measured")
      ->needs(games);
  command.add_option("--seconds", arguments.seconds, "How long to measure; default 10")
      ->check(NumberFrom(0.1, 3'600));
  command
      .add_option("--warm-up", arguments.warm_up_seconds,
                  "How long to play before that without counting; default 1")
      ->type_name("SECONDS")
      ->check(NumberFrom(0, 600));
  command.add_option("--seed", load.seed, "Of the order of the cells; default 1")
      ->type_name("N")
      ->check(WholeNumber<uint64_t>());
}

void AddServerCpu(CLI::App& command, BenchArguments& arguments) {
  CLI::Option* metrics =
      command
          .add_option("--metrics", arguments.metrics,
                      "Where the server tells its metrics: its processor time is shown, too")
          ->type_name("HOST:PORT");
  command
      .add_option("--server-pid", arguments.server_pid,
                  "The same for a server on this machine without metrics, by the number of its "
                  "process")
      ->type_name("N")
      ->check(CLI::Range(1, kGreatestPid).description(""))
      ->excludes(metrics);
}

}  // namespace

void AddBench(Program& program) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App& command = program.Add(
      "bench",
      "Plays many games at once and tells how fast the server is. It makes many games on that "
      "server. Fails if any call does; the errors are counted by their reason",
      "bench --seconds 5\n"
      "bench --players 64 --games 20000 --prepare --metrics localhost:9464\n"
      "bench --rate 2000 --json\n"
      "bench -p size=20 --players 1 --watchers 500");
  AddLoad(command, *arguments);
  AddPace(command, *arguments);
  AddServerCpu(command, *arguments);
  program.Does(command, [arguments](Session& session) { return Bench(session, *arguments); });
}

}  // namespace meeple::cli

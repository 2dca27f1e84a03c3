#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/cli/bench/http_page.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/terminal/alternate_screen.h"
#include "clients/cli/top/metrics_reading.h"
#include "clients/cli/top/top_figures.h"
#include "clients/cli/watch_notices.h"

namespace meeple::cli {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(5);

struct TopArguments {
  std::string metrics = "localhost:9464";
  double interval_seconds = 1;
  double patience_seconds = 300;
  bool once = false;
};

absl::StatusOr<MetricsReading> Look(const std::string& address) {
  const absl::StatusOr<std::string> page = ReadHttpPage(address, "/metrics", kPatience);
  if (!page.ok()) return page.status();
  return ReadMetrics(*page, SteadyNow());
}

// Shows one look after another: in place on a terminal, a line each elsewhere.
class TopTeller {
 public:
  TopTeller(Session& session, const TopArguments& arguments)
      : session_(session), address_(arguments.metrics) {
    const bool in_place =
        !session.json() && !arguments.once && isatty(session.surroundings().out_file) == 1;
    if (in_place) screen_.emplace(session.out());
  }

  // Tells of a server that cannot be read for a while, or can again.
  void Notice(const std::string& text) {
    if (screen_.has_value()) {
      screen_->Show(absl::StrCat(address_, "\n\n", text, "\n"));
    } else {
      session_.Notice(text);
    }
  }

  void Tell(const TopFigures& figures) {
    if (screen_.has_value()) {
      screen_->Show(TopScreen(address_, figures, session_.style()));
    } else if (session_.json()) {
      session_.Print(TopDocument(figures));
    } else {
      session_.out() << TopLine(figures) << "\n" << std::flush;
    }
  }

 private:
  Session& session_;
  const std::string address_;
  std::optional<AlternateScreen> screen_;
};

// Waits one interval; false once the output is closed or Ctrl-C was pressed.
bool Pause(const Session& session, const TopArguments& arguments) {
  const Surroundings& surroundings = session.surroundings();
  surroundings.sleep(absl::Seconds(arguments.interval_seconds), session.stop());
  return !session.stop().stop_requested() && surroundings.out.good();
}

// Looks again and again until the server, which was lost that way, can be read as before. The last
// failure if that takes longer than the patience lasts, or if there is nothing to wait for.
absl::StatusOr<MetricsReading> ComeBack(const Session& session, const TopArguments& arguments,
                                        TopTeller& teller, const absl::Status& lost) {
  absl::StatusOr<MetricsReading> reading = lost;
  const absl::Duration give_up = client::SteadyTime() + PatienceOf(arguments.patience_seconds);
  teller.Notice(LossNotice(lost));
  while (absl::IsUnavailable(reading.status())) {
    if (client::SteadyTime() >= give_up || !Pause(session, arguments)) return reading;
    reading = Look(arguments.metrics);
  }
  if (reading.ok()) teller.Notice("connected again");
  return reading;
}

// Until the output is closed, Ctrl-C, or the server cannot be read, whose status it returns.
absl::Status Follow(Session& session, const TopArguments& arguments) {
  absl::StatusOr<MetricsReading> before = Look(arguments.metrics);
  if (!before.ok()) return before.status();
  TopTeller teller(session, arguments);
  while (Pause(session, arguments)) {
    absl::StatusOr<MetricsReading> after = Look(arguments.metrics);
    if (after.ok()) {
      teller.Tell(FiguresBetween(*before, *after));
    } else if (absl::IsUnavailable(after.status()) && !arguments.once) {
      after = ComeBack(session, arguments, teller, after.status());
    }
    if (session.stop().stop_requested()) break;
    if (!after.ok()) return after.status();
    if (arguments.once) break;
    before = std::move(after);
  }
  return absl::OkStatus();
}

// What Session::Fail would say is about the main port.
ExitCode FailMetrics(Session& session, const absl::Status& status) {
  const ErrorReport report = {
      .code = absl::StatusCodeToString(status.code()),
      .message = absl::StrCat("cannot read the server's metrics: ", status.message()),
      .advice = "was it started with --metrics-listen? --metrics=HOST:PORT names that port",
      .exit_code = absl::IsUnavailable(status) ? kUnreachable : kRefused};
  session.surroundings().err << (session.json() ? report.ToJson() + "\n"
                                                : report.ToText(session.style().charset))
                             << std::flush;
  return report.exit_code;
}

ExitCode Top(Session& session, const TopArguments& arguments) {
  const absl::Status status = Follow(session, arguments);
  if (absl::IsInvalidArgument(status)) return session.FailUsage(std::string(status.message()));
  if (!status.ok()) return FailMetrics(session, status);
  // Without --once, an interruption is how it ends.
  return arguments.once && session.stop().stop_requested() ? kInterrupted : kDone;
}

}  // namespace

void AddTop(Program& program) {
  auto arguments = std::make_shared<TopArguments>();
  CLI::App& command = program.Add(
      "top",
      "Shows how busy a server is, from its metrics, until Ctrl-C: games, watches, moves a second "
      "and "
      "how long they take, commits that share a sync. Redrawn on a terminal, a line each time in a "
      "pipe",
      "top --metrics localhost:9464\n"
      "top --once --json");
  command
      .add_option(
          "--metrics", arguments->metrics,
          "Where the server tells its metrics, its --metrics-listen; default localhost:9464")
      ->type_name("HOST:PORT");
  command
      .add_option("--interval", arguments->interval_seconds,
                  "Between two looks, over which rates are taken; default 1")
      ->type_name("SECONDS")
      ->check(NumberFrom(0.1, 3'600));
  AddPatience(command, arguments->patience_seconds);
  command.add_flag("--once", arguments->once, "Shows one interval and ends");
  program.Does(command, [arguments](Session& session) { return Top(session, *arguments); });
}

}  // namespace meeple::cli

#include "meeple/client/watch.h"

#include <unistd.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/cli/clock_text.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"
#include "clients/cli/play/mailbox.h"
#include "clients/cli/position_text.h"
#include "clients/cli/terminal/prompt.h"
#include "clients/cli/terminal/waiter.h"
#include "clients/cli/watch_notices.h"

namespace meeple::cli {
namespace {

using Update = client::GameWatch::Update;

struct WatchArguments {
  std::string game_id;
  client::GameWatchOptions options;
  double patience_seconds = 300;
};

// Prints what a watch brings.
class WatchPrinter {
 public:
  // `until_finish` if the watch ends with the game, before its result is final.
  WatchPrinter(Session& session, const v1::Game& game, bool until_finish)
      : session_(session), until_finish_(until_finish), game_(game), positions_(session, game) {
    clocks_.Set(game.clocks(), absl::Now());
  }

  // The clocks as they are now; empty in an untimed game.
  std::string Clocks() const { return clocks_.Text(game_.seats(), Style(), absl::Now()); }
  absl::Duration UntilTick() const { return clocks_.UntilChange(absl::Now()); }

  void Print(const v1::WatchGameResponse& message) {
    if (session_.json()) {
      session_.Print(message);
    } else if (message.has_snapshot()) {
      clocks_.Set(message.snapshot().game().clocks(), absl::Now());
      session_.out() << positions_.Of(message.snapshot().game()) << std::flush;
    } else {
      PrintEvents(message.events());
    }
  }

 private:
  void PrintEvents(const v1::GameEventBatch& batch) {
    for (const v1::GameEvent& event : batch.events()) {
      UpdateSeats(event, game_);
      // Those of older events are told by the game as it was found.
      if (event.sequence() > game_.sequence()) clocks_.Set(event.clocks(), absl::Now());
      session_.out() << EventLine(event, game_.seats(), session_.style()) << "\n";
    }
    session_.out() << std::flush << positions_.After(batch.events()) << std::flush;
    SayWhatIsWaitedFor(batch);
  }

  // So that nobody takes the silence after the end of a game for a watch that hangs.
  void SayWhatIsWaitedFor(const v1::GameEventBatch& batch) {
    const v1::GameEvent& newest = *batch.events().rbegin();
    if (until_finish_ || newest.has_game_final() || !IsOver(newest.cursor())) return;
    if (!std::exchange(has_said_, true)) {
      session_.Notice("waiting until the result is final (--until-finish ends here)");
    }
  }

  Session& session_;
  const bool until_finish_;
  bool has_said_ = false;
  v1::Game game_;
  const PositionText positions_;
  RunningClocks clocks_;
};

// Takes an update; where nothing more will come, how the program ends.
std::optional<ExitCode> Take(Session& session, const Update& update, WatchPrinter& printer) {
  switch (update.kind) {
    case Update::kMessage:
      printer.Print(update.message);
      return std::nullopt;
    case Update::kLost:
    case Update::kResumed:
      session.Notice(NoticeOf(update));
      return std::nullopt;
    case Update::kTimeout:
      return std::nullopt;
    case Update::kEnd:
      break;
  }
  if (update.status.ok() || session.stop().stop_requested()) return kDone;
  return session.Fail(update.status);
}

// The same as Follow, with the clocks that tick below what was printed. The watch is followed by a
// thread of its own.
ExitCode FollowTicking(Session& session, client::GameWatch& watch, WatchPrinter& printer) {
  Mailbox<Update> mailbox;
  Waiter waiter(session.stop());
  const std::jthread follower_thread([&] {
    Update::Kind kind = Update::kMessage;
    while (kind != Update::kEnd) {
      Update update = session.connection().Next(watch);
      kind = update.kind;
      mailbox.Put(std::move(update));
      waiter.Wake();
    }
  });
  Prompt line(session.out(), session.surroundings().out_file, session.style());
  for (;;) {
    for (const Update& update : mailbox.TakeAll()) {
      line.Leave();
      if (const auto exit = Take(session, update, printer)) return *exit;
    }
    line.Ask(printer.Clocks());
    waiter.Wait(-1, printer.UntilTick());
  }
}

ExitCode Follow(Session& session, client::GameWatch& watch, WatchPrinter& printer) {
  for (;;) {
    if (const auto exit = Take(session, session.connection().Next(watch), printer)) return *exit;
  }
}

ExitCode Watch(Session& session, const WatchArguments& arguments) {
  client::GameWatchOptions options = arguments.options;
  options.watch = {.patience = PatienceOf(arguments.patience_seconds), .stop = session.stop()};
  v1::Game game;
  if (!session.json()) {
    const auto response = GetGame(session.connection(), arguments.game_id);
    if (!response.ok()) return session.Fail(response.status());
    game = response->game();
    session.out() << game.game_id() << ": " << KindLine(game.config()) << "; "
                  << SeatsLine(game.seats(), session.style()) << std::endl;
  }
  WatchPrinter printer(session, game, options.until_finish);
  const bool ticks = game.config().has_clock() && isatty(session.surroundings().out_file) == 1;
  client::GameWatch watch = session.connection().WatchGame(arguments.game_id, options);
  return ticks ? FollowTicking(session, watch, printer) : Follow(session, watch, printer);
}

}  // namespace

void AddWatch(Program& program) {
  auto arguments = std::make_shared<WatchArguments>();
  CLI::App& command = program.Add(
      "watch", "Follows a game live, through lost connections, until its result is final",
      "watch GAME_ID\nwatch GAME_ID --snapshot --until-finish\nwatch GAME_ID --after 12 --json");
  AddGameId(command, arguments->game_id);
  CLI::Option* after = command
                           .add_option("--after", arguments->options.after_sequence,
                                       "Begins after this event; without it at the first")
                           ->type_name("N")
                           ->check(WholeNumber<int64_t>());
  command
      .add_flag("--snapshot", arguments->options.snapshot,
                "Begins with the position as it stands instead of the first event")
      ->excludes(after);
  command.add_flag("--until-finish", arguments->options.until_finish,
                   "Ends with the game, though its last move may still be taken back");
  AddPatience(command, arguments->patience_seconds);
  program.Does(command, [arguments](Session& session) { return Watch(session, *arguments); });
}

}  // namespace meeple::cli

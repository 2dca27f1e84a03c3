#include <cstdint>
#include <limits>
#include <memory>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"
#include "clients/cli/position_text.h"
#include "clients/cli/watch_follower.h"
#include "clients/cli/watch_notices.h"

namespace meeple::cli {
namespace {

struct WatchArguments {
  WatchOptions options;
  double patience_seconds = 300;
};

// Prints what a watch brings.
class WatchPrinter {
 public:
  WatchPrinter(Session& session, const v1::Game& game)
      : session_(session), game_(game), positions_(session, game) {}

  void Print(const v1::WatchGameResponse& message) {
    if (session_.json()) {
      session_.Print(message);
    } else if (message.has_snapshot()) {
      session_.out() << positions_.Of(message.snapshot().game()) << std::flush;
    } else {
      PrintEvents(message.events());
    }
  }

 private:
  void PrintEvents(const v1::GameEventBatch& batch) {
    for (const v1::GameEvent& event : batch.events()) {
      UpdateSeats(event, game_);
      session_.out() << EventLine(event, game_.seats(), session_.style()) << "\n";
    }
    session_.out() << std::flush << positions_.After(batch.events()) << std::flush;
  }

  Session& session_;
  v1::Game game_;
  const PositionText positions_;
};

ExitCode Follow(Session& session, const WatchOptions& options, WatchPrinter& printer) {
  WatchFollower follower(session.connection(), options, session.stop(),
                         {.sleep = session.surroundings().sleep});
  for (;;) {
    const WatchFollower::Update update = follower.Next();
    switch (update.kind) {
      case WatchFollower::Update::kMessage:
        printer.Print(update.message);
        break;
      case WatchFollower::Update::kLost:
      case WatchFollower::Update::kResumed:
        session.Notice(NoticeOf(update));
        break;
      case WatchFollower::Update::kEnd:
        if (update.status.ok() || session.stop().stop_requested()) return kDone;
        return session.Fail(update.status);
    }
  }
}

ExitCode Watch(Session& session, const WatchArguments& arguments) {
  WatchOptions options = arguments.options;
  options.patience = PatienceOf(arguments.patience_seconds);
  v1::Game game;
  if (!session.json()) {
    const auto response = GetGame(session.connection(), options.game_id);
    if (!response.ok()) return session.Fail(response.status());
    game = response->game();
    session.out() << game.game_id() << ": " << KindLine(game.config()) << "; "
                  << SeatsLine(game.seats(), session.style()) << std::endl;
  }
  WatchPrinter printer(session, game);
  return Follow(session, options, printer);
}

}  // namespace

void AddWatch(Program& program) {
  auto arguments = std::make_shared<WatchArguments>();
  CLI::App& command = program.Add(
      "watch", "Follows a game live, through lost connections, until its result is final",
      "watch GAME_ID\nwatch GAME_ID --snapshot --until-finish\nwatch GAME_ID --after 12 --json");
  AddGameId(command, arguments->options.game_id);
  CLI::Option* after = command
                           .add_option("--after", arguments->options.after_sequence,
                                       "Begins after this event; without it at the first")
                           ->type_name("N")
                           ->check(WholeNumber());
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

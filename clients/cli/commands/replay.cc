#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"
#include "clients/cli/position_text.h"
#include "clients/cli/replay/frame_source.h"
#include "clients/cli/replay/stepper.h"
#include "clients/cli/terminal/alternate_screen.h"
#include "clients/cli/terminal/terminal_mode.h"
#include "clients/cli/terminal/waiter.h"
#include "meeple/client/options.h"

namespace meeple::cli {
namespace {

struct ReplayArguments {
  std::string game_id;
  std::optional<double> speed;
  int32_t from = 0;
  std::optional<int32_t> to;
};

std::string FrameTitle(const v1::ReplayFrame& frame, int32_t last) {
  if (!frame.has_move())
    return absl::StrCat("turn ", frame.turn(), " of ", last, ": the beginning");
  return absl::StrCat("turn ", frame.turn(), " of ", last, ": ", frame.move().player_id(),
                      " plays ", frame.move().notation());
}

// All frames, one after the other, with an empty line between them.
ExitCode PrintFrames(Session& session, const v1::Game& game, int32_t first, int32_t last,
                     absl::Duration pause) {
  const PositionText positions(session, game);
  FrameSource frames(session.connection(), game.game_id(), last);
  for (int32_t turn = first; turn <= last; ++turn) {
    if (turn > first && !session.surroundings().sleep(pause, session.stop())) return kDone;
    const auto frame = frames.At(turn);
    if (!frame.ok()) return session.Fail(frame.status());
    session.out() << (turn > first ? "\n" : "") << FrameTitle(*frame, last) << "\n"
                  << positions.Of(*frame) << std::flush;
  }
  return kDone;
}

constexpr char kKeyHelp[] = "Left and Right step, Home and End jump, q ends";
constexpr char kClockHelp[] = "Space stops and goes on, Left and Right step, q ends";

// A replay that the user steps through.
class Viewer {
 public:
  Viewer(Session& session, const v1::Game& game, const Stepper& stepper, absl::Duration pause)
      : session_(session),
        stepper_(stepper),
        pause_(pause),
        positions_(session, game),
        frames_(session.connection(), game.game_id(), stepper.last()),
        waiter_(session.stop()) {}

  ExitCode Run() {
    absl::Status status;
    {
      const TerminalMode keys_at_once(session_.surroundings().input);
      AlternateScreen screen(session_.out());
      while (status.ok() && !stepper_.is_done() && !session_.stop().stop_requested()) {
        status = Show(screen);
        if (status.ok()) AwaitStep();
      }
    }
    if (!status.ok()) return session_.Fail(status);
    session_.out() << shown_ << std::flush;  // the last one stays on the usual screen
    return kDone;
  }

 private:
  absl::Status Show(AlternateScreen& screen) {
    const auto frame = frames_.At(stepper_.turn());
    if (!frame.ok()) return frame.status();
    shown_ = absl::StrCat(" ", FrameTitle(*frame, stepper_.last()), "\n\n", positions_.Of(*frame));
    screen.Show(absl::StrCat(shown_, "\n ",
                             session_.style().Dim(stepper_.has_clock() ? kClockHelp : kKeyHelp)));
    return absl::OkStatus();
  }

  // Waits for keys or, while the replay runs, for the time of the next turn.
  void AwaitStep() {
    const absl::Duration wait = stepper_.runs() ? pause_ : absl::InfiniteDuration();
    const absl::Duration next = client::SteadyTime() + wait;
    if (!waiter_.Wait(session_.surroundings().input, wait)) {
      if (client::SteadyTime() >= next) stepper_.Tick();
      return;
    }
    std::array<char, 64> bytes;
    const ssize_t count = read(session_.surroundings().input, bytes.data(), bytes.size());
    if (count <= 0) return stepper_.Press({Key::kEscape});
    for (const Key& key : KeysOf({bytes.data(), static_cast<size_t>(count)})) stepper_.Press(key);
  }

  Session& session_;
  Stepper stepper_;
  const absl::Duration pause_;
  const PositionText positions_;
  FrameSource frames_;
  Waiter waiter_;
  std::string shown_;
};

ExitCode PrintJson(Session& session, const ReplayArguments& arguments) {
  const auto replay = Replay(session.connection(), arguments.game_id, arguments.from, arguments.to);
  return replay.ok() ? session.Print(*replay) : session.Fail(replay.status());
}

ExitCode ShowReplay(Session& session, const ReplayArguments& arguments) {
  if (session.json()) return PrintJson(session, arguments);
  const auto response = GetGame(session.connection(), arguments.game_id);
  if (!response.ok()) return session.Fail(response.status());
  const v1::Game& game = response->game();
  const int32_t turns = game.cursor().turns();
  const int32_t last = std::min(arguments.to.value_or(turns), turns);
  if (arguments.from > last) {
    return session.FailUsage(
        absl::StrCat("--from ", arguments.from, " is after the last turn, ", last),
        absl::StrCat("the game has turns 0 to ", turns));
  }
  const absl::Duration pause = absl::Seconds(arguments.speed.value_or(0));
  const Surroundings& around = session.surroundings();
  if (isatty(around.input) != 1 || isatty(around.out_file) != 1) {
    return PrintFrames(session, game, arguments.from, last, pause);
  }
  const Stepper stepper(arguments.from, last, arguments.speed.has_value());
  return Viewer(session, game, stepper, pause).Run();
}

}  // namespace

void AddReplay(Program& program) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App& command = program.Add(
      "replay", "Steps through the moves of a game; in a pipe prints all positions",
      "replay GAME_ID\nreplay GAME_ID --speed 1\nreplay GAME_ID --from 3 --to 5 --json");
  AddGameId(command, arguments->game_id);
  command
      .add_option("--speed", arguments->speed,
                  "Plays by itself, a move each so many seconds; Space stops it")
      ->type_name("SECONDS")
      ->check(NumberFrom(0, 3'600));
  command.add_option("--from", arguments->from, "The first turn; 0 is the beginning")
      ->type_name("N")
      ->check(WholeNumber<int32_t>());
  command.add_option("--to", arguments->to, "The last turn; without it the newest")
      ->type_name("N")
      ->check(WholeNumber<int32_t>());
  program.Does(command, [arguments](Session& session) { return ShowReplay(session, *arguments); });
}

}  // namespace meeple::cli

#include <cstdint>
#include <limits>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"

namespace meeple::cli {
namespace {

struct EventsArguments {
  std::string game_id;
  int64_t after = 0;
};

std::string TimeText(const v1::GameEvent& event) {
  const absl::Time time = absl::UnixEpoch() + absl::Seconds(event.time().seconds()) +
                          absl::Nanoseconds(event.time().nanos());
  return absl::FormatTime("%Y-%m-%d %H:%M:%S", time, absl::LocalTimeZone());
}

ExitCode Events(Session& session, const EventsArguments& arguments) {
  const auto response = ListEvents(session.connection(), arguments.game_id, arguments.after);
  if (!response.ok()) return session.Fail(response.status());
  if (session.json()) return session.Print(*response);
  Seats seats;
  if (const auto game = GetGame(session.connection(), arguments.game_id); game.ok()) {
    seats = game->game().seats();
  }
  for (const v1::GameEvent& event : response->events()) {
    session.out() << session.style().Dim(TimeText(event)) << " "
                  << EventLine(event, seats, session.style()) << "\n";
  }
  session.out() << std::flush;
  return kDone;
}

}  // namespace

void AddEvents(Program& program) {
  auto arguments = std::make_shared<EventsArguments>();
  CLI::App& command =
      program.Add("events", "Lists everything that happened in a game, undone moves too",
                  "events GAME_ID\nevents GAME_ID --after 12 --json");
  AddGameId(command, arguments->game_id);
  command.add_option("--after", arguments->after, "Only the events after this one")
      ->type_name("N")
      ->check(WholeNumber<int64_t>());
  program.Does(command, [arguments](Session& session) { return Events(session, *arguments); });
}

}  // namespace meeple::cli

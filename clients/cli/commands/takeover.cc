#include <memory>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_arguments.h"
#include "clients/cli/mutation.h"

namespace meeple::cli {
namespace {

struct ControllerArguments {
  std::string game_id;
  std::string bot;  // empty for a person
  std::optional<int> seat;
};

// The seat that was named, or the caller's own.
absl::StatusOr<int> SeatOf(Session& session, const ControllerArguments& arguments) {
  if (arguments.seat.has_value()) return *arguments.seat;
  const auto game = GetGame(session.connection(), arguments.game_id);
  if (!game.ok()) return game.status();
  if (game->has_seat()) return game->seat();
  return absl::InvalidArgumentError(
      "whose seat? Send its credential with --credential, or an API key and --seat");
}

ExitCode Set(Session& session, const ControllerArguments& arguments) {
  v1::SetControllerRequest request;
  request.set_game_id(arguments.game_id);
  if (arguments.bot.empty()) {
    request.mutable_controller()->mutable_held();
  } else {
    const auto seat = ParseSeat("bot:" + arguments.bot);
    if (!seat.ok()) return session.FailUsage(std::string(seat.status().message()));
    *request.mutable_controller()->mutable_bot() = seat->bot();
  }
  const absl::StatusOr<int> seat = SeatOf(session, arguments);
  if (absl::IsInvalidArgument(seat.status()) && !arguments.seat.has_value()) {
    return session.FailUsage(std::string(seat.status().message()));
  }
  if (!seat.ok()) return session.Fail(seat.status());
  request.set_seat(*seat);
  return ReportMutation(session, arguments.game_id,
                        session.connection().Call(&Connection::Stub::SetController, request));
}

void AddSeatOption(CLI::App& command, ControllerArguments& arguments) {
  command
      .add_option("--seat", arguments.seat,
                  "Which seat, from 0; yours without it. Another's needs the API key that created "
                  "the game")
      ->type_name("N")
      ->check(WholeNumber<int>());
}

}  // namespace

void AddBot(Program& program) {
  auto arguments = std::make_shared<ControllerArguments>();
  CLI::App& command = program.Add("bot", "Has a bot of the server play your seat from now on",
                                  "bot GAME_ID search:5 --credential TOKEN");
  AddGameId(command, arguments->game_id);
  command
      .add_option("BOT", arguments->bot,
                  "The bot, and its level from 1 to 10 where it has levels; `meeple kinds KIND` "
                  "names those that play a game")
      ->required()
      ->type_name("KIND[:LEVEL]");
  AddSeatOption(command, *arguments);
  program.Does(command, [arguments](Session& session) { return Set(session, *arguments); });
}

void AddTakeover(Program& program) {
  auto arguments = std::make_shared<ControllerArguments>();
  CLI::App& command = program.Add("takeover", "Takes your seat back from the bot that plays it",
                                  "takeover GAME_ID --credential TOKEN");
  AddGameId(command, arguments->game_id);
  AddSeatOption(command, *arguments);
  program.Does(command, [arguments](Session& session) { return Set(session, *arguments); });
}

}  // namespace meeple::cli

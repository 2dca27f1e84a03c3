#include "clients/cli/new_game.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "clients/cli/game_text.h"
#include "clients/cli/position_text.h"
#include "clients/cli/program.h"

namespace meeple::cli {
namespace {

std::string CheckUndo(const std::string& word) {
  return ParseUndo(word) == v1::UNDO_POLICY_UNSPECIFIED
             ? "write free, own, consent or never, not '" + word + "'"
             : "";
}

// Empty where there are none, as in a game of bots alone.
std::string CredentialLines(const v1::CreateGameResponse& created, const Style& style) {
  std::string lines;
  for (const v1::Credential& credential : created.credentials()) {
    absl::StrAppend(&lines, CredentialLine(credential, style));
  }
  if (lines.empty()) return lines;
  absl::StrAppend(&lines,
                  "Who holds a credential plays that seat: hand it to its player only.\n\n");
  return lines;
}

void AddRuleOptions(CLI::App& command, GameArguments& arguments) {
  command
      .add_option("-p,--parameter", arguments.parameters,
                  "A parameter of the game, such as size=4; `meeple kinds` lists them")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--turn-limit", arguments.turn_limit,
                  "Ends the game without a winner after this many turns; 0 is no limit")
      ->type_name("N")
      ->check(WholeNumber<int>());
  command
      .add_option(
          "--undo", arguments.undo,
          "Who may take moves back: anybody, everybody their own last one, whoever the others "
          "let, or nobody; default as `meeple kinds KIND` says")
      ->type_name("free|own|consent|never")
      ->check(CLI::Validator(CheckUndo, ""));
  command
      .add_option("--seed", arguments.seed,
                  "Where dice and draws come from, for games that have some: the same seed and the "
                  "same moves make the same game. Who knows it knows what will be drawn")
      ->type_name("N")
      ->check(WholeNumber<uint64_t>());
}

void AddBeginningOptions(CLI::App& command, GameArguments& arguments) {
  command
      .add_option("--first", arguments.first,
                  "Which seat moves first: its number from 0, or random; default 0")
      ->type_name("N|random");
  command
      .add_option("--opening", arguments.opening,
                  "Moves before the game, such as b2,a1: it begins after them, and they are never "
                  "taken back")
      ->type_name("MOVES")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option(
          "--opening-seed", arguments.opening_seed,
          "Where the draws of the opening come from, for games that have some; not a secret")
      ->type_name("N")
      ->check(WholeNumber<uint64_t>())
      ->needs("--opening");
}

void AddTimeOptions(CLI::App& command, GameArguments& arguments) {
  CLI::Option* clock =
      command
          .add_option("--clock", arguments.clock,
                      "How much time each seat has, such as 5m, or 5m+3s with what each move adds")
          ->type_name("TIME[+TIME]");
  command
      .add_option("--per-move", arguments.per_move,
                  "Instead: how much time each move has, such as 30s or 3d")
      ->type_name("TIME")
      ->excludes(clock);
  command
      .add_option("--first-move-time", arguments.first_move_time,
                  "Calls the game off if a seat takes longer for its first move")
      ->type_name("TIME");
  command
      .add_option("--disconnect-grace", arguments.disconnect_grace,
                  "How long a player may be gone, neither watching nor calling, before they lose")
      ->type_name("TIME");
}

}  // namespace

void AddGameOptions(CLI::App& command, GameArguments& arguments) {
  AddRuleOptions(command, arguments);
  AddBeginningOptions(command, arguments);
  AddTimeOptions(command, arguments);
  command.add_flag("--private", arguments.is_private,
                   "Only those with a credential of the game can see it");
  command.add_option("--label", arguments.labels, "A text of yours that goes with the game")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

absl::StatusOr<v1::CreateGameResponse> CreateGame(Session& session, const v1::GameConfig& config) {
  v1::CreateGameRequest request;
  *request.mutable_config() = config;
  return session.connection().Call(&Connection::Stub::CreateGame, request);
}

ExitCode TellOfNewGame(Session& session, const v1::CreateGameResponse& created) {
  const v1::Game& game = created.game();
  session.out() << "Game " << session.style().Bold(game.game_id()) << ": "
                << KindLine(game.config()) << "; " << SeatsLine(game.seats(), session.style())
                << "\n"
                << PositionText(session, game).Of(game) << "\n"
                << CredentialLines(created, session.style()) << LinesToType(session, created)
                << std::flush;
  return kDone;
}

std::string WatchLine(const Session& session, const v1::CreateGameResponse& created) {
  std::string command = "watch " + ShellWord(created.game().game_id());
  for (const v1::Credential& credential : created.credentials()) {
    if (credential.kind() == v1::CREDENTIAL_KIND_WATCH) {
      absl::StrAppend(&command, " --credential ", ShellWord(credential.token()));
    }
  }
  return session.CommandLine(command);
}

std::string CredentialLine(const v1::Credential& credential, const Style& style) {
  switch (credential.kind()) {
    case v1::CREDENTIAL_KIND_SEAT:
      return absl::StrCat("Credential ",
                          style.Player(credential.seat(), "of " + credential.player_id()), ": ",
                          credential.token(), "\n");
    case v1::CREDENTIAL_KIND_INVITATION:
      return absl::StrCat("Invitation ",
                          style.Player(credential.seat(), "for " + credential.player_id()), ": ",
                          credential.token(), "\n");
    default:
      return absl::StrCat("Credential to watch: ", credential.token(), "\n");
  }
}

std::string LineToType(const Session& session, const std::string& game_id,
                       const v1::Credential& credential) {
  const bool is_invitation = credential.kind() == v1::CREDENTIAL_KIND_INVITATION;
  return absl::StrCat(
      credential.player_id(), is_invitation ? " joins with:\n  " : " plays with:\n  ",
      session.CommandLine(absl::StrCat(is_invitation ? "join " : "play ", ShellWord(game_id),
                                       " --credential ", ShellWord(credential.token()))),
      "\n");
}

std::string LinesToType(const Session& session, const v1::CreateGameResponse& created) {
  const v1::Game& game = created.game();
  std::string lines;
  for (const v1::Credential& credential : created.credentials()) {
    if (credential.kind() == v1::CREDENTIAL_KIND_WATCH) continue;
    absl::StrAppend(&lines, LineToType(session, game.game_id(), credential));
  }
  const bool has_open_seat = std::ranges::any_of(
      game.seats(), [](const v1::Seat& seat) { return seat.status() == v1::SEAT_STATUS_OPEN; });
  if (has_open_seat) {
    absl::StrAppend(&lines, "Anyone takes an open seat with:\n  ",
                    session.CommandLine("join " + ShellWord(game.game_id())), "\n");
  }
  const bool is_private = game.config().visibility() == v1::VISIBILITY_PRIVATE;
  absl::StrAppend(&lines, is_private ? "Who may watch types:\n  " : "Anyone watches with:\n  ",
                  WatchLine(session, created), "\n");
  return lines;
}

}  // namespace meeple::cli

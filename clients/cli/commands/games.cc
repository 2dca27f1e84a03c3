#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_arguments.h"
#include "clients/cli/game_text.h"
#include "clients/cli/session.h"

namespace meeple::cli {
namespace {

struct GamesArguments {
  v1::ListGamesRequest request;
  std::vector<std::string> labels;
  bool playing = false;
  bool over = false;
  int most = 20;
};

// "open", "X to play", "O wins", ...
std::string StandOf(const v1::ListedGame& game, const Style& style) {
  const bool has_open_seat = std::ranges::any_of(
      game.seats(), [](const v1::Seat& seat) { return seat.status() == v1::SEAT_STATUS_OPEN; });
  switch (game.cursor().status()) {
    case v1::GAME_STATUS_NOT_STARTED:
      return has_open_seat ? style.Bold("open") : "waits for an invited player";
    case v1::GAME_STATUS_IN_PROGRESS:
      return game.current_player() + " to play";
    case v1::GAME_STATUS_DRAWN:
      return "draw";
    case v1::GAME_STATUS_WON:
      return game.winner() + " won";
    default:
      return game.winner().empty() ? "abandoned" : game.winner() + " won, the others left";
  }
}

std::string LineOf(const v1::ListedGame& game, const Style& style) {
  return absl::StrCat(style.Bold(game.game_id()), "  ", KindLine(game.config()), "; ",
                      SeatsLine(game.seats(), style), "; ", StandOf(game, style), "\n");
}

bool IsWanted(const v1::ListedGame& game, const GamesArguments& arguments) {
  return !arguments.over || IsOver(game.cursor());
}

// As many games as were asked for; a page may hold fewer, though others follow.
absl::StatusOr<v1::ListGamesResponse> List(Session& session, const GamesArguments& arguments) {
  v1::ListGamesRequest request = arguments.request;
  v1::ListGamesResponse all;
  do {
    const auto page = session.connection().Call(&Connection::LobbyStub::ListGames, request);
    if (!page.ok()) return page.status();
    for (const v1::ListedGame& game : page->games()) {
      if (all.games_size() < arguments.most && IsWanted(game, arguments)) *all.add_games() = game;
    }
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty() && all.games_size() < arguments.most);
  return all;
}

ExitCode Games(Session& session, GamesArguments arguments) {
  for (const std::string& text : arguments.labels) {
    const auto label = ParseAssignment(text);
    if (!label.ok()) return session.FailUsage(std::string(label.status().message()));
    (*arguments.request.mutable_labels())[label->first] = label->second;
  }
  if (arguments.playing) arguments.request.set_status(v1::GAME_STATUS_IN_PROGRESS);
  arguments.request.set_page_size(std::clamp(arguments.most, 1, 1'000));
  const auto games = List(session, arguments);
  if (!games.ok()) return session.Fail(games.status());
  if (session.json()) return session.Print(*games);
  for (const v1::ListedGame& game : games->games()) session.out() << LineOf(game, session.style());
  if (games->games().empty()) session.out() << "no such games\n";
  session.out() << std::flush;
  return kDone;
}

}  // namespace

void AddGames(Program& program) {
  auto arguments = std::make_shared<GamesArguments>();
  CLI::App& command = program.Add("games", "Lists public games, the newest first",
                                  "games --open\n"
                                  "games --player zoe --playing\n"
                                  "games --waiting-for zoe");
  const auto text = [&](const std::string& name, std::string* value, const std::string& what) {
    command.add_option(name, *value, what);
  };
  v1::ListGamesRequest& request = arguments->request;
  text("--kind", request.mutable_kind(), "Only this kind; `meeple kinds` lists them");
  text("--player", request.mutable_player_id(), "Only games in which this player has a seat");
  text("--waiting-for", request.mutable_waiting_for(),
       "Only games in which this player is to move");
  command.add_flag_callback(
      "--open", [arguments] { arguments->request.set_open_seats(true); },
      "Only games with a seat that you can take with `meeple join`");
  CLI::Option* playing =
      command.add_flag("--playing", arguments->playing, "Only games that are being played");
  command.add_flag("--over", arguments->over, "Only games that have ended")->excludes(playing);
  command.add_option("--label", arguments->labels, "Only games with this label")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("-n,--most", arguments->most, "So many at most; default 20")
      ->type_name("N")
      ->check(WholeNumber());
  program.Does(command, [arguments](Session& session) { return Games(session, *arguments); });
}

}  // namespace meeple::cli

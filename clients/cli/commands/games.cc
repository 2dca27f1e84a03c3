#include <algorithm>
#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"
#include "clients/cli/lobby/list_options.h"
#include "clients/cli/lobby/listed_games.h"
#include "clients/cli/session.h"

namespace meeple::cli {
namespace {

struct GamesArguments {
  ListOptions list;
  bool over = false;
  int most = 20;
};

bool IsWanted(const v1::ListedGame& game, const GamesArguments& arguments) {
  return !arguments.over || IsOver(game.cursor());
}

// As many games as were asked for, with the sequence from which to watch them: a page may hold
// fewer, though others follow.
absl::StatusOr<v1::ListGamesResponse> List(Session& session, const GamesArguments& arguments) {
  v1::ListGamesRequest request = arguments.list.request;
  v1::ListGamesResponse all;
  do {
    const auto page = session.connection().Call(&Connection::LobbyStub::ListGames, request);
    if (!page.ok()) return page.status();
    // The first page's counts: a watch from there tells of all that the later ones already show.
    if (request.page_token().empty()) all.set_sequence(page->sequence());
    for (const v1::ListedGame& game : page->games()) {
      if (all.games_size() < arguments.most && IsWanted(game, arguments)) *all.add_games() = game;
    }
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty() && all.games_size() < arguments.most);
  return all;
}

ExitCode Games(Session& session, GamesArguments arguments) {
  if (absl::Status status = CompleteRequest(arguments.list); !status.ok()) {
    return session.FailUsage(std::string(status.message()));
  }
  const std::string& kind = arguments.list.request.kind();
  if (absl::Status status = CheckGameKind(session.connection(), kind); !status.ok()) {
    return session.Fail(status);
  }
  arguments.list.request.set_page_size(std::clamp(arguments.most, 1, 1'000));
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
  CLI::Option* const playing = AddListOptions(command, arguments->list);
  command.add_option("--waiting-for", *arguments->list.request.mutable_waiting_for(),
                     "Only games in which this player is to move");
  command.add_flag_callback(
      "--open", [arguments] { arguments->list.request.set_open_seats(true); },
      "Only games with a seat that you can take with `meeple join`");
  command.add_flag("--over", arguments->over, "Only games that have ended")->excludes(playing);
  command.add_option("-n,--most", arguments->most, "So many at most; default 20")
      ->type_name("N")
      ->check(WholeNumber<int>());
  program.Does(command, [arguments](Session& session) { return Games(session, *arguments); });
}

}  // namespace meeple::cli

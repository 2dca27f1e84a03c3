#ifndef MEEPLE_CLIENTS_CLI_MUTATION_H_
#define MEEPLE_CLIENTS_CLI_MUTATION_H_

// What the commands that change a game have in common: they print the events that they caused and
// the position after them.
//
//   AddMutation(program, "undo", "Takes back the last move", &Connection::Stub::Undo);

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"
#include "clients/cli/position_text.h"
#include "clients/cli/program.h"
#include "clients/cli/session.h"

namespace meeple::cli {

// How whoever played goes on to the rematch.
inline std::string RematchLine(const Session& session, const std::string& next_game_id) {
  return absl::StrCat(
      "To play the rematch:\n  ",
      session.CommandLine(absl::StrCat("join ", ShellWord(next_game_id), " --credential ",
                                       ShellWord(session.options().credential))),
      "\n");
}

// Reports the answer to a mutation of a game.
template <class Response>
ExitCode ReportMutation(Session& session, const std::string& game_id,
                        const absl::StatusOr<Response>& response) {
  if (!response.ok()) return session.Fail(response.status());
  if (session.json()) return session.Print(*response);
  // The change is made; a game that cannot be read now is no failure of it.
  const auto current = GetGame(session.connection(), game_id);
  const v1::Game game = current.ok() ? current->game() : v1::Game();
  for (const v1::GameEvent& event : response->events()) {
    session.out() << EventLine(event, game.seats(), session.style()) << "\n";
  }
  if (current.ok()) session.out() << PositionText(session, game).Of(game);
  if (!game.next_game_id().empty()) session.out() << RematchLine(session, game.next_game_id());
  session.out() << std::flush;
  return kDone;
}

// Adds a command whose only argument is the game.
template <class Request, class Response, class Service>
void AddMutation(Program& program, const std::string& name, const std::string& description,
                 Connection::Method<Request, Response, Service> method) {
  auto game_id = std::make_shared<std::string>();
  CLI::App& command = program.Add(name, description, name + " GAME_ID --credential TOKEN");
  AddGameId(command, *game_id);
  program.Does(command, [game_id, method](Session& session) {
    Request request;
    request.set_game_id(*game_id);
    return ReportMutation(session, *game_id, session.connection().Call(method, request));
  });
}

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_MUTATION_H_

#ifndef MEEPLE_CLIENTS_CLI_NEW_GAME_H_
#define MEEPLE_CLIENTS_CLI_NEW_GAME_H_

// Creating a game: the options for it, which `create` and `play` share, and what to tell of it.

#include <CLI/CLI.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/game_arguments.h"
#include "clients/cli/session.h"
#include "meeple/v1/game_service.pb.h"

namespace meeple::cli {

// The options of a new game, except for its kind and its seats.
void AddGameOptions(CLI::App& command, GameArguments& arguments);

// Creates the game. Errors are those of the rpc.
absl::StatusOr<v1::CreateGameResponse> CreateGame(Session& session, const v1::GameConfig& config);

// Prints the game with its credentials and what each player types.
ExitCode TellOfNewGame(Session& session, const v1::CreateGameResponse& created);

// The line that a spectator types, without a line feed.
std::string WatchLine(const Session& session, const v1::CreateGameResponse& created);

// "Credential of O: m1.AQEA...": what it is, and the token.
std::string CredentialLine(const v1::Credential& credential, const Style& style);

// The line that the holder of a seat or of an invitation types, with what it is for:
// "O plays with:\n  meeple play ...".
std::string LineToType(const Session& session, const std::string& game_id,
                       const v1::Credential& credential);

// The lines that players and spectators of a new game type, those for open seats too.
std::string LinesToType(const Session& session, const v1::CreateGameResponse& created);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_NEW_GAME_H_

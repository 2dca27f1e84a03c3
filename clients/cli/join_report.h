#ifndef MEEPLE_CLIENTS_CLI_JOIN_REPORT_H_
#define MEEPLE_CLIENTS_CLI_JOIN_REPORT_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/session.h"
#include "meeple/v1/lobby_service.pb.h"

namespace meeple::cli {

// Tells what became of JoinGame: what happened, the credential, and what the player types next.
ExitCode ReportJoin(Session& session, const std::string& game_id,
                    const absl::StatusOr<v1::JoinGameResponse>& joined);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_JOIN_REPORT_H_

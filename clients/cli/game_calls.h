#ifndef MEEPLE_CLIENTS_CLI_GAME_CALLS_H_
#define MEEPLE_CLIENTS_CLI_GAME_CALLS_H_

// Calls that several commands make, by what they are for. Errors are those of the rpc.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/connection.h"
#include "meeple/v1/game_service.pb.h"

namespace meeple::cli {

// The game as it stands.
absl::StatusOr<v1::GetGameResponse> GetGame(Connection& connection, const std::string& game_id);

// OK if one of the kinds is called that; else NOT_FOUND, with a message for the user that names
// them.
absl::Status CheckGameKind(const v1::ListGameKindsResponse& kinds, const std::string& wanted);

// The same, of the kinds that the server plays. OK for an empty name, for which it is not asked.
absl::Status CheckGameKind(Connection& connection, const std::string& wanted);

// All events after one, over all pages.
absl::StatusOr<v1::ListEventsResponse> ListEvents(Connection& connection,
                                                  const std::string& game_id,
                                                  int64_t after_sequence);

// The frames from one turn to another, or to the newest, over all pages.
absl::StatusOr<v1::ReplayResponse> Replay(Connection& connection, const std::string& game_id,
                                          int32_t from_turn, std::optional<int32_t> to_turn);

// The frame of one turn, in one try.
absl::StatusOr<v1::ReplayFrame> FrameOf(Connection& connection, const std::string& game_id,
                                        int32_t turn);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_GAME_CALLS_H_

#ifndef MEEPLE_CLIENTS_CLI_CALL_STATUS_H_
#define MEEPLE_CLIENTS_CLI_CALL_STATUS_H_

// A refused call as an absl::Status that still carries what the server said about it: each detail
// of google.rpc.Status is a payload under its type URL. Pure functions.
//
//   absl::Status status = FromGrpc(stub.GetGame(...));
//   if (ReasonOf(status) == "GAME_NOT_FOUND") ...

#include <grpcpp/support/status.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace meeple::cli {

// The same code, message and details.
absl::Status FromGrpc(const grpc::Status& status);

// The reason in the ErrorInfo of the status, such as "NOT_YOUR_TURN"; empty where there is none,
// which is so for errors of the transport. A newer server may send reasons that this program does
// not know.
std::string ReasonOf(const absl::Status& status);

// The metadata in the ErrorInfo of the status.
std::map<std::string, std::string> MetadataOf(const absl::Status& status);

// How long the server asks to wait before the next try.
std::optional<absl::Duration> RetryDelayOf(const absl::Status& status);

// True if the same call may succeed when it is made again a little later.
bool IsWorthRetrying(const absl::Status& status);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_CALL_STATUS_H_

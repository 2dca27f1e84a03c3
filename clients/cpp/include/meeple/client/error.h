#ifndef MEEPLE_CLIENT_ERROR_H_
#define MEEPLE_CLIENT_ERROR_H_

// What the server said about a call that it did not do. Calls return absl::Status, which carries
// each detail of google.rpc.Status as a payload under its type URL; these read it. Pure functions.
//
//   const auto moved = client.Play(game_id, "b2");
//   if (ReasonOf(moved.status()) == v1::ERROR_REASON_CELL_TAKEN) ...
//   if (!moved.ok()) std::cerr << ErrorOf(moved.status()).ToString() << "\n";

#include <grpcpp/support/status.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "meeple/v1/error.pb.h"

namespace meeple::client {

// A call that did not succeed.
struct Error {
  // What is wrong with one field of the request.
  struct FieldViolation {
    // Its path, such as "config.kind".
    std::string field;
    std::string description;
  };

  absl::StatusCode code = absl::StatusCode::kUnknown;
  // What the server, or the transport, says to people.
  std::string message = {};
  // Why the server refused. Unspecified where the transport made the error, and for a reason that
  // this library is too old to know.
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  // The reason as sent, such as "NOT_YOUR_TURN"; empty where there is none.
  std::string reason_name = {};
  // Facts about the reason by name, such as "to_move".
  std::map<std::string, std::string> metadata = {};
  std::vector<FieldViolation> fields = {};
  // How long the server asks to wait before the next try; not set where it does not.
  std::optional<absl::Duration> retry_delay = std::nullopt;

  // The reason, or where there is none the code, and the message.
  std::string ToString() const;
};

// All that a status says. REQUIRES: the status is not OK.
Error ErrorOf(const absl::Status& status);

// Parts of it; empty, or unspecified, for a status that is OK or says nothing of the kind.
v1::ErrorReason ReasonOf(const absl::Status& status);
std::string ReasonNameOf(const absl::Status& status);
std::map<std::string, std::string> MetadataOf(const absl::Status& status);
std::optional<absl::Duration> RetryDelayOf(const absl::Status& status);

// True if the same call, with the same request id, may succeed a little later: the server says that
// waiting helps, or is unavailable, or something broke without a word of the server.
bool IsTransient(const absl::Status& status);

// True if a watch that ended so can be taken up again after its last event.
bool IsResumable(const absl::Status& status);

// A status of gRPC with the same code, message and details, for calls of generated stubs.
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_ERROR_H_

#ifndef MEEPLE_SERVICE_CORE_ERRORS_H_
#define MEEPLE_SERVICE_CORE_ERRORS_H_

// The one vocabulary of errors inside the service: an absl::Status whose payloads are the
// google.rpc details that the client will see. Only service/rpc turns it into a gRPC status.
//
//   return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is over", {{"winner", "X"}});

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "engine/core/refusal.h"
#include "meeple/v1/error.pb.h"

namespace meeple::service {

// The `domain` of every ErrorInfo.
inline constexpr std::string_view kErrorDomain = "meeple.v1";

// Under which a status has its ErrorInfo.
inline constexpr std::string_view kErrorInfoUrl = "type.googleapis.com/google.rpc.ErrorInfo";

using ErrorMetadata = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// The status code that goes with a reason.
absl::StatusCode CodeOf(v1::ErrorReason reason);

// The name that ErrorInfo carries: without the prefix ERROR_REASON_.
std::string ReasonName(v1::ErrorReason reason);

// The longest prefix of at most `limit` bytes that ends on a border of a code point.
std::string_view CutText(std::string_view text, size_t limit);

// An error with an ErrorInfo. The message is for people and is cut, on a border of a code point,
// where it is longer than 512 bytes; so are values of metadata longer than 128.
absl::Status MakeError(v1::ErrorReason reason, std::string_view message,
                       ErrorMetadata metadata = {});

// INVALID_FIELD with a BadRequest that names the field, such as "move.cell.row".
absl::Status InvalidField(std::string_view field, std::string_view description);

// The same error with a RetryInfo: how long to wait before the next try.
absl::Status WithRetryDelay(absl::Status status, absl::Duration delay);

// What the rules refused, as an error.
absl::Status FromRefusal(const engine::Refusal& refusal, ErrorMetadata metadata = {});

// GAME_NOT_FOUND: there is no such game, for this caller.
absl::Status GameNotFound(const std::string& game_id);

// REQUEST_ID_REUSED: the id of this call was used for one with other content.
absl::Status RequestIdReused();

// The reason in the ErrorInfo of a status; UNSPECIFIED where there is none.
v1::ErrorReason ReasonOf(const absl::Status& status);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_ERRORS_H_

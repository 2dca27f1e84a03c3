#ifndef MEEPLE_SERVICE_TOOLS_JSON_H_
#define MEEPLE_SERVICE_TOOLS_JSON_H_

// Messages as lines of JSON, with the names that the .proto files give to fields.
//
//   console.out << ToJsonLine(stats);
//
// Any thread.

#include <string>

#include "absl/status/status.h"
#include "google/protobuf/message.h"

namespace meeple::tools {

// With the line feed.
std::string ToJsonLine(const google::protobuf::Message& message);

// Fills `message`. INVALID_ARGUMENT if the line is not JSON, or has a field that is not known.
absl::Status FromJsonLine(const std::string& line, google::protobuf::Message& message);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_JSON_H_

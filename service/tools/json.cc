#include "service/tools/json.h"

#include "google/protobuf/util/json_util.h"

namespace meeple::tools {

std::string ToJsonLine(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string line;
  // Cannot fail: no message of ours has an Any or a place for text that is not UTF-8.
  (void)google::protobuf::util::MessageToJsonString(message, &line, options);
  return line + "\n";
}

absl::Status FromJsonLine(const std::string& line, google::protobuf::Message& message) {
  const auto status = google::protobuf::util::JsonStringToMessage(line, &message);
  if (status.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(status.message().ToString());
}

}  // namespace meeple::tools

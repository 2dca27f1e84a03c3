#include "service/tools/json.h"

#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "google/protobuf/util/json_util.h"

namespace meeple::tools {
namespace {

// Protobuf says what is wrong in one line, shows the place in a second, which is empty at the end
// of the text, and points at it in a third.
std::string OneLine(const std::string& message) {
  const std::vector<std::string> lines = absl::StrSplit(message, '\n');
  if (lines.size() < 2 || lines[1].empty()) return lines[0];
  return absl::StrCat(lines[0], " Near '", absl::CHexEscape(lines[1]), "'");
}

}  // namespace

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
  return absl::InvalidArgumentError(OneLine(status.message().ToString()));
}

}  // namespace meeple::tools

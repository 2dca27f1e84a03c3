#include "clients/cli/json_text.h"

#include "google/protobuf/util/json_util.h"

namespace meeple::cli {

std::string ToJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json, options);
  // Only a time outside the years 1 to 9999 cannot be printed; the document stays valid.
  return status.ok() ? json : "{}";
}

}  // namespace meeple::cli

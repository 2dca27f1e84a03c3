#ifndef MEEPLE_CLIENTS_CLI_JSON_TEXT_H_
#define MEEPLE_CLIENTS_CLI_JSON_TEXT_H_

#include <string>

#include "google/protobuf/message.h"

namespace meeple::cli {

// The message as JSON on one line, without the line feed: protobuf's mapping with the names of the
// .proto files and with fields that have their default. Control characters come out escaped.
std::string ToJson(const google::protobuf::Message& message);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_JSON_TEXT_H_

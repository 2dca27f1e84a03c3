#include "meeple/client/request_id.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace meeple::client {
namespace {

std::array<uint8_t, 16> RandomBytes() {
  std::array<uint8_t, 16> bytes;
  // Up to 256 bytes come whole or, only where a signal came first, not at all.
  while (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    if (errno != EINTR) std::abort();
  }
  return bytes;
}

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Null where messages of this kind carry none.
const FieldDescriptor* RequestIdField(const Descriptor* descriptor) {
  const FieldDescriptor* field = descriptor->FindFieldByName("request_id");
  const bool is_text = field != nullptr && !field->is_repeated() &&
                       field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
  return is_text ? field : nullptr;
}

void FillOwnRequestId(Message* message) {
  const FieldDescriptor* field = RequestIdField(message->GetDescriptor());
  if (field == nullptr || !message->GetReflection()->GetString(*message, field).empty()) return;
  message->GetReflection()->SetString(message, field, NewRequestId());
}

}  // namespace

std::string NewRequestId() {
  std::array<uint8_t, 16> bytes = RandomBytes();
  bytes[6] = static_cast<uint8_t>((bytes[6] & 0x0f) | 0x40);  // version 4
  bytes[8] = static_cast<uint8_t>((bytes[8] & 0x3f) | 0x80);  // the variant of RFC 4122
  const std::string hex = absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  const absl::string_view digits = hex;
  return absl::StrCat(digits.substr(0, 8), "-", digits.substr(8, 4), "-", digits.substr(12, 4), "-",
                      digits.substr(16, 4), "-", digits.substr(20));
}

void FillRequestIds(Message* request) {
  FillOwnRequestId(request);
  const google::protobuf::Reflection* reflection = request->GetReflection();
  for (int i = 0; i < request->GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor* field = request->GetDescriptor()->field(i);
    if (!field->is_repeated() || field->message_type() == nullptr || field->is_map()) continue;
    for (int part = 0; part < reflection->FieldSize(*request, field); ++part) {
      FillOwnRequestId(reflection->MutableRepeatedMessage(request, field, part));
    }
  }
}

}  // namespace meeple::client

#include "clients/cli/terminal/keys.h"

#include <cstddef>

namespace meeple::cli {
namespace {

constexpr char kEscapeByte = '\x1b';
constexpr char kDeleteByte = '\x7f';

// The key of a control sequence, by its parameters and its final byte: "[A", "OA", "[1~".
Key KeyOfSequence(std::string_view parameters, char final) {
  switch (final) {
    case 'A':
      return {Key::kUp};
    case 'B':
      return {Key::kDown};
    case 'C':
      return {Key::kRight};
    case 'D':
      return {Key::kLeft};
    case 'H':
      return {Key::kHome};
    case 'F':
      return {Key::kEnd};
    case '~':
      if (parameters == "1" || parameters == "7") return {Key::kHome};
      if (parameters == "4" || parameters == "8") return {Key::kEnd};
      return {};
    default:
      return {};
  }
}

// Takes a sequence whose escape character is gone already.
Key TakeSequence(std::string_view& bytes) {
  bytes.remove_prefix(1);  // '[' or 'O'
  size_t length = 0;
  while (length < bytes.size() && (bytes[length] < '@' || bytes[length] > '~')) ++length;
  const std::string_view parameters = bytes.substr(0, length);
  const char final = length < bytes.size() ? bytes[length] : '\0';
  bytes.remove_prefix(length < bytes.size() ? length + 1 : length);
  return KeyOfSequence(parameters, final);
}

Key KeyOfByte(char byte) {
  if (byte == '\r' || byte == '\n') return {Key::kEnter};
  if (byte == kDeleteByte || byte == '\b') return {Key::kBackspace};
  if (byte >= ' ' && byte <= '~') return {Key::kCharacter, byte};
  if (byte >= 1 && byte <= 26) return {Key::kControl, static_cast<char>('a' + byte - 1)};
  return {};
}

Key TakeKey(std::string_view& bytes) {
  const char first = bytes[0];
  bytes.remove_prefix(1);
  if (first != kEscapeByte) return KeyOfByte(first);
  if (!bytes.empty() && (bytes[0] == '[' || bytes[0] == 'O')) return TakeSequence(bytes);
  return {Key::kEscape};
}

}  // namespace

std::vector<Key> KeysOf(std::string_view bytes) {
  std::vector<Key> keys;
  while (!bytes.empty()) keys.push_back(TakeKey(bytes));
  return keys;
}

}  // namespace meeple::cli

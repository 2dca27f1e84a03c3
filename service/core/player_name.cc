#include "service/core/player_name.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

#include "absl/strings/str_cat.h"

namespace meeple::service {
namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

absl::StatusOr<std::string> ToNormalFormC(std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_REJECTNA);
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
  const std::unique_ptr<utf8proc_uint8_t, Free> owner(mapped);
  if (size < 0) {
    return absl::InvalidArgumentError("a player's name must be assigned Unicode characters");
  }
  return std::string(reinterpret_cast<const char*>(mapped), static_cast<size_t>(size));
}

bool IsAllowed(utf8proc_int32_t code_point) {
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    case UTF8PROC_CATEGORY_ZS:
      return code_point == U' ';
    default:
      return true;
  }
}

// Whether something is seen of it where it stands alone. Some letters and symbols are drawn as
// nothing: the Hangul fillers and the empty Braille pattern.
bool IsSeen(utf8proc_int32_t code_point) {
  constexpr utf8proc_int32_t kBlanks[] = {' ', 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0};
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return false;
    default:
      return std::ranges::find(kBlanks, code_point) == std::end(kBlanks);
  }
}

absl::Status CheckCodePoints(std::string_view text) {
  int count = 0;
  bool is_seen = false;
  while (!text.empty()) {
    utf8proc_int32_t code_point = 0;
    const utf8proc_ssize_t size =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                         static_cast<utf8proc_ssize_t>(text.size()), &code_point);
    if (size <= 0 || !IsAllowed(code_point)) {
      return absl::InvalidArgumentError(
          "a player's name must be printable characters, with U+0020 as its only space");
    }
    if (++count > kMaxNameLength) {
      return absl::InvalidArgumentError(
          absl::StrCat("a player's name has at most ", kMaxNameLength, " characters"));
    }
    is_seen = is_seen || IsSeen(code_point);
    text.remove_prefix(static_cast<size_t>(size));
  }
  if (!is_seen) {
    return absl::InvalidArgumentError(
        "a player's name must have a character that can be seen by itself");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> NormalisePlayerName(std::string_view name) {
  const size_t first = name.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return absl::InvalidArgumentError("a player's name must not be empty");
  }
  name = name.substr(first, name.find_last_not_of(' ') - first + 1);
  absl::StatusOr<std::string> normal = ToNormalFormC(name);
  if (!normal.ok()) return normal;
  if (absl::Status status = CheckCodePoints(*normal); !status.ok()) return status;
  return normal;
}

}  // namespace meeple::service

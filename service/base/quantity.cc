#include "service/base/quantity.h"

#include <array>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace meeple::service {
namespace {

struct Unit {
  std::string_view name;
  int64_t bytes;
};
// The largest first.
constexpr std::array<Unit, 4> kUnits = {{{"TiB", int64_t{1} << 40},
                                         {"GiB", int64_t{1} << 30},
                                         {"MiB", int64_t{1} << 20},
                                         {"KiB", int64_t{1} << 10}}};

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

// A number of whole days; none if it is no number or too large.
std::optional<absl::Duration> ParseDays(std::string_view number) {
  int32_t days = 0;
  if (!absl::SimpleAtoi(View(number), &days)) return std::nullopt;
  return absl::Hours(24) * days;
}

}  // namespace

std::optional<int64_t> ParseByteCount(std::string_view text) {
  int64_t unit_bytes = 1;
  for (const Unit& unit : kUnits) {
    if (!text.ends_with(unit.name)) continue;
    unit_bytes = unit.bytes;
    text.remove_suffix(unit.name.size());
    break;
  }
  int64_t count = 0;
  if (!absl::SimpleAtoi(View(text), &count) || count < 0) return std::nullopt;
  if (count > std::numeric_limits<int64_t>::max() / unit_bytes) return std::nullopt;
  return count * unit_bytes;
}

std::string ByteCountText(int64_t bytes) {
  for (const Unit& unit : kUnits) {
    if (bytes != 0 && bytes % unit.bytes == 0) {
      return absl::StrCat(bytes / unit.bytes, View(unit.name));
    }
  }
  return absl::StrCat(bytes);
}

std::optional<absl::Duration> ParseSpan(std::string_view text) {
  absl::Duration days;
  if (const size_t end = text.find('d'); end != std::string_view::npos) {
    const std::optional<absl::Duration> parsed = ParseDays(text.substr(0, end));
    if (!parsed.has_value()) return std::nullopt;
    days = *parsed;
    text.remove_prefix(end + 1);
    if (text.empty()) return days;
    // A sign in the middle would be taken.
    if (text.front() == '-' || text.front() == '+') return std::nullopt;
  }
  absl::Duration rest;
  if (!absl::ParseDuration(View(text), &rest)) return std::nullopt;
  const absl::Duration sum = days < absl::ZeroDuration() ? days - rest : days + rest;
  if (sum == absl::InfiniteDuration() || sum == -absl::InfiniteDuration()) return std::nullopt;
  return sum;
}

}  // namespace meeple::service

#ifndef MEEPLE_SERVICE_BASE_QUANTITY_H_
#define MEEPLE_SERVICE_BASE_QUANTITY_H_

// Quantities as people write them in a command line. Pure functions.
//
//   std::optional<int64_t> bytes = ParseByteCount("512MiB");
//   std::optional<absl::Duration> span = ParseSpan("1d12h");

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/time/time.h"

namespace meeple::service {

// A whole number of bytes, or of KiB, MiB, GiB or TiB. None if the text is neither, or beyond what
// an int64_t holds.
std::optional<int64_t> ParseByteCount(std::string_view text);

// As ParseByteCount takes it, in the largest unit of which it is a whole number: "64MiB".
std::string ByteCountText(int64_t bytes);

// As absl::ParseDuration, and days, of 24 hours, before all other units. None if the text is no
// finite duration.
std::optional<absl::Duration> ParseSpan(std::string_view text);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_QUANTITY_H_

#include "src/backoff.h"

#include <algorithm>

namespace meeple::client {

absl::Duration Backoff::Next(std::optional<absl::Duration> asked) {
  const absl::Duration delay = next_ * std::uniform_real_distribution<double>(0.8, 1.2)(random_);
  next_ = std::min(2 * next_, range_.longest);
  return std::max(delay, asked.value_or(absl::ZeroDuration()));
}

}  // namespace meeple::client

#include "clients/cli/backoff.h"

#include <algorithm>

namespace meeple::cli {

absl::Duration Backoff::Next() {
  const absl::Duration delay = next_;
  next_ = std::min(2 * next_, range_.longest);
  return delay * std::uniform_real_distribution<double>(0.8, 1.2)(random_);
}

}  // namespace meeple::cli

#ifndef MEEPLE_CLIENT_SRC_BACKOFF_H_
#define MEEPLE_CLIENT_SRC_BACKOFF_H_

// How long to wait between tries: twice as long each time up to a limit, each a little random so
// that many clients of a server that restarts do not come back in the same moment. Not thread-safe.

#include <optional>
#include <random>

#include "absl/time/time.h"

namespace meeple::client {

class Backoff {
 public:
  struct Range {
    absl::Duration first = absl::Milliseconds(100);
    absl::Duration longest = absl::Seconds(2);
  };

  explicit Backoff(const Range& range, unsigned seed = std::random_device{}())
      : range_(range), next_(range.first), random_(seed) {}

  // The next delay: within a fifth of 1, 2, 4, ... times the first one, or what the server asks for
  // where that is longer.
  absl::Duration Next(std::optional<absl::Duration> asked = std::nullopt);

  // Begins anew, after a success.
  void Reset() { next_ = range_.first; }

 private:
  const Range range_;
  absl::Duration next_;
  std::minstd_rand random_;
};

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_SRC_BACKOFF_H_

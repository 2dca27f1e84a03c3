#ifndef MEEPLE_CLIENTS_CLI_BENCH_HISTOGRAM_H_
#define MEEPLE_CLIENTS_CLI_BENCH_HISTOGRAM_H_

// Counts durations so that percentiles can be told at any time, in memory that does not grow.
//
// Log-linear: up to 255 ns each nanosecond has a bucket of its own; above, every range from one
// power of two to the next is cut into 128 buckets of equal width.
//
//   width    1 ns ... 1 ns | 2 ns ... 2 ns | 4 ns ... 4 ns | ...
//   value    0         255 | 256       511 | 512      1023 | ...
//
// A bucket is told by its middle, so a percentile differs from the true one by at most 1/256 of it,
// which is 0.4 %. Count, sum, least and greatest are exact. Durations above 2^43 ns, 2.4 hours,
// count as that long; negative ones as 0.
//
// Used by one thread at a time.
//
//   Histogram histogram;
//   histogram.Record(absl::Microseconds(35));
//   absl::Duration p99 = histogram.Percentile(99);

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/time/time.h"

namespace meeple::cli {

class Histogram {
 public:
  Histogram();

  void Record(absl::Duration duration);
  // Adds what another one has counted.
  void Merge(const Histogram& other);

  int64_t count() const { return count_; }
  // All of these are zero where nothing was recorded.
  absl::Duration Mean() const;
  absl::Duration Least() const { return absl::Nanoseconds(count_ == 0 ? 0 : least_); }
  absl::Duration Greatest() const { return absl::Nanoseconds(greatest_); }
  // What `percent` of all durations, from 0 to 100, do not exceed.
  absl::Duration Percentile(double percent) const;
  // How many durations fell into buckets of which the middle is in [from, to).
  int64_t CountBetween(absl::Duration from, absl::Duration to) const;

 private:
  std::vector<int64_t> buckets_;
  int64_t count_ = 0;
  double sum_ = 0;  // of nanoseconds
  int64_t least_ = INT64_MAX;
  int64_t greatest_ = 0;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_HISTOGRAM_H_

#include "clients/cli/bench/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace meeple::cli {
namespace {

// A range between powers of two has 2^kBits buckets.
constexpr int kBits = 7;
constexpr int64_t kMost = int64_t{1} << 43;

size_t BucketOf(int64_t nanoseconds) {
  const int shift =
      std::max(0, static_cast<int>(std::bit_width(static_cast<uint64_t>(nanoseconds))) - kBits - 1);
  return (static_cast<size_t>(shift) << kBits) + static_cast<size_t>(nanoseconds >> shift);
}

int64_t MiddleOf(size_t bucket) {
  if (bucket < size_t{2} << kBits) return static_cast<int64_t>(bucket);
  const int shift = static_cast<int>(bucket >> kBits) - 1;
  const auto steps = static_cast<int64_t>(bucket - (static_cast<size_t>(shift) << kBits));
  return (steps << shift) + (int64_t{1} << shift) / 2;
}

}  // namespace

Histogram::Histogram() : buckets_(BucketOf(kMost) + 1) {}

void Histogram::Record(absl::Duration duration) {
  const int64_t nanoseconds = std::clamp<int64_t>(absl::ToInt64Nanoseconds(duration), 0, kMost);
  ++buckets_[BucketOf(nanoseconds)];
  ++count_;
  sum_ += static_cast<double>(nanoseconds);
  least_ = std::min(least_, nanoseconds);
  greatest_ = std::max(greatest_, nanoseconds);
}

void Histogram::Merge(const Histogram& other) {
  for (size_t i = 0; i < buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  least_ = std::min(least_, other.least_);
  greatest_ = std::max(greatest_, other.greatest_);
}

absl::Duration Histogram::Mean() const {
  return count_ == 0 ? absl::ZeroDuration() : absl::Nanoseconds(sum_ / static_cast<double>(count_));
}

absl::Duration Histogram::Percentile(double percent) const {
  const auto rank = static_cast<int64_t>(std::ceil(percent / 100 * static_cast<double>(count_)));
  int64_t seen = 0;
  for (size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    // The ends are known better than their buckets.
    if (seen >= rank && seen > 0) {
      return absl::Nanoseconds(std::clamp(MiddleOf(i), least_, greatest_));
    }
  }
  return absl::ZeroDuration();
}

int64_t Histogram::CountBetween(absl::Duration from, absl::Duration to) const {
  int64_t count = 0;
  for (size_t i = 0; i < buckets_.size(); ++i) {
    const absl::Duration middle = absl::Nanoseconds(MiddleOf(i));
    if (from <= middle && middle < to) count += buckets_[i];
  }
  return count;
}

}  // namespace meeple::cli

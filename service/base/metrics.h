#ifndef MEEPLE_SERVICE_BASE_METRICS_H_
#define MEEPLE_SERVICE_BASE_METRICS_H_

// Counting on paths where nothing may wait: no lock, no allocation, nothing but relaxed additions
// to memory that threads seldom share. Knows no metrics library; whoever exports the numbers reads
// them.
//
//   Histogram latencies{kTimeBounds};
//   const Stopwatch stopwatch;
//   ...
//   latencies.Observe(stopwatch.nanoseconds());
//
// Thread-safe. A reader sees each number as it was at some moment, not all at the same.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace meeple::service {

// How many parts a number is kept in that many threads add to at once.
inline constexpr size_t kMetricShards = 8;

// The part that this thread adds to.
inline size_t MetricShard() {
  static std::atomic<size_t> next = 0;
  thread_local const size_t shard = next.fetch_add(1, std::memory_order_relaxed) % kMetricShards;
  return shard;
}

// What only grows and is seldom added to, as once for each group of commits.
class Counter {
 public:
  void Add(uint64_t count = 1) { value_.fetch_add(count, std::memory_order_relaxed); }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_ = 0;
};

// Counters that many threads add to at once: `kCount` of them, by number.
template <size_t kCount>
class ShardedCounters {
 public:
  void Add(size_t index, uint64_t count = 1) {
    shards_[MetricShard()].counts[index].fetch_add(count, std::memory_order_relaxed);
  }
  uint64_t value(size_t index) const {
    uint64_t sum = 0;
    for (const Shard& shard : shards_) sum += shard.counts[index].load(std::memory_order_relaxed);
    return sum;
  }

 private:
  struct alignas(64) Shard {
    std::array<std::atomic<uint64_t>, kCount> counts = {};
  };
  std::array<Shard, kMetricShards> shards_;
};

// Upper bounds of durations in nanoseconds, three a decade: from 10 us to 10 s.
inline constexpr std::array<int64_t, 19> kTimeBounds = {
    10'000,        25'000,        50'000,        100'000,       250'000,
    500'000,       1'000'000,     2'500'000,     5'000'000,     10'000'000,
    25'000'000,    50'000'000,    100'000'000,   250'000'000,   500'000'000,
    1'000'000'000, 2'500'000'000, 5'000'000'000, 10'000'000'000};

// Upper bounds of numbers of things.
inline constexpr std::array<int64_t, 13> kSizeBounds = {1,   2,   5,     10,    20,    50,    100,
                                                        200, 500, 1'000, 2'000, 5'000, 10'000};

// How values are spread: how many fell into each of a few fixed ranges, and what they add up to.
class Histogram {
 public:
  static constexpr size_t kMostBounds = 20;

  struct Snapshot {
    // How many were at most bounds[i] and more than the one before; the last: more than all bounds.
    std::vector<uint64_t> counts;
    uint64_t count = 0;
    int64_t sum = 0;
  };

  // REQUIRES: `bounds` ascend, are at most kMostBounds, and outlive the histogram.
  explicit Histogram(std::span<const int64_t> bounds) : bounds_(bounds) {}

  void Observe(int64_t value) {
    const auto bucket = std::ranges::lower_bound(bounds_, value) - bounds_.begin();
    Shard& shard = shards_[MetricShard()];
    shard.counts[static_cast<size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
    shard.sum.fetch_add(value, std::memory_order_relaxed);
  }

  std::span<const int64_t> bounds() const { return bounds_; }
  // The count is always that of the ranges together.
  Snapshot Read() const {
    Snapshot snapshot = {.counts = std::vector<uint64_t>(bounds_.size() + 1)};
    for (const Shard& shard : shards_) {
      for (size_t i = 0; i < snapshot.counts.size(); ++i) {
        snapshot.counts[i] += shard.counts[i].load(std::memory_order_relaxed);
      }
      snapshot.sum += shard.sum.load(std::memory_order_relaxed);
    }
    snapshot.count = std::accumulate(snapshot.counts.begin(), snapshot.counts.end(), uint64_t{0});
    return snapshot;
  }

 private:
  struct alignas(64) Shard {
    std::array<std::atomic<uint64_t>, kMostBounds + 1> counts = {};
    std::atomic<int64_t> sum = 0;
  };
  const std::span<const int64_t> bounds_;
  std::array<Shard, kMetricShards> shards_;
};

// Measures from its making.
class Stopwatch {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  static Moment Now() { return std::chrono::steady_clock::now(); }

  int64_t nanoseconds(Moment until = Now()) const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(until - start_).count();
  }

 private:
  Moment start_ = Now();
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_METRICS_H_

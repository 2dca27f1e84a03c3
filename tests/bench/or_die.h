#ifndef MEEPLE_TESTS_BENCH_OR_DIE_H_
#define MEEPLE_TESTS_BENCH_OR_DIE_H_

// A benchmark measures what goes well.
//
//   const auto journal = OrDie(RocksDbJournal::Open({.data_directory = directory}));

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/status/statusor.h"

namespace meeple::bench {

// The value of a result; ends the process with a line on standard error where it has none.
template <typename T>
T OrDie(absl::StatusOr<T> result) {
  if (result.ok()) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.status().ToString().c_str());
  std::abort();
}

}  // namespace meeple::bench

#endif  // MEEPLE_TESTS_BENCH_OR_DIE_H_

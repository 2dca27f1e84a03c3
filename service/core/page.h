#ifndef MEEPLE_SERVICE_CORE_PAGE_H_
#define MEEPLE_SERVICE_CORE_PAGE_H_

// How much a page of a list holds.

#include <cstddef>

namespace meeple::service {

// A page ends where it would take more, unless it would be empty.
inline constexpr size_t kMaxPageBytes = 1024 * 1024;

// What a page has where nothing else was asked for.
inline constexpr int kDefaultPageSize = 100;

// The size that was asked for, or the usual one for 0.
constexpr size_t PageSize(int requested) {
  return static_cast<size_t>(requested == 0 ? kDefaultPageSize : requested);
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_PAGE_H_

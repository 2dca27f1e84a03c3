#include "engine/core/line_counter.h"

#include <cassert>

namespace meeple::engine {

LineCounter::LineCounter(int size, int seats) : size_(size), counts_(seats * CountsPerSeat(size)) {
  assert(size >= 1 && size <= UINT16_MAX);
}

}  // namespace meeple::engine

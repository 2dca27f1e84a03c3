#include "engine/core/position_hash.h"

#include <cstring>

namespace meeple::engine {

uint64_t HashBytes(std::string_view bytes) {
  uint64_t hash = bytes.size();
  for (; bytes.size() >= sizeof(uint64_t); bytes.remove_prefix(sizeof(uint64_t))) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = CombineHash(hash, word);
  }
  uint64_t rest = 0;
  if (!bytes.empty()) std::memcpy(&rest, bytes.data(), bytes.size());
  return CombineHash(hash, rest);
}

}  // namespace meeple::engine

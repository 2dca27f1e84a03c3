#include "engine/core/position_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace meeple::engine {
namespace {

TEST(PositionHashTest, IsTheSameForEver) {
  EXPECT_EQ(CombineHash(0, 0), 0xe220a8397b1dcdafu);  // the first output of SplitMix64 from 0
  EXPECT_EQ(HashBytes("X|O"), HashBytes(std::string("X|") + "O"));
}

TEST(PositionHashTest, TellsBytesAndLengthsApart) {
  std::set<uint64_t> hashes;
  std::string bytes;
  for (int length = 0; length < 40; ++length) {
    hashes.insert(HashBytes(bytes));
    for (int i = 0; i < length; ++i) {
      std::string changed = bytes;
      changed[i] = 'x';
      hashes.insert(HashBytes(changed));
    }
    bytes.push_back('\0');
  }
  EXPECT_EQ(hashes.size(), 40u + 39 * 40 / 2);
}

}  // namespace
}  // namespace meeple::engine

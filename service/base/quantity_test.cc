#include "service/base/quantity.h"

#include <gtest/gtest.h>

#include <limits>

namespace meeple::service {
namespace {

TEST(QuantityTest, BytesArePlainOrOfAUnit) {
  EXPECT_EQ(ParseByteCount("0"), 0);
  EXPECT_EQ(ParseByteCount("1048576"), 1'048'576);
  EXPECT_EQ(ParseByteCount("3KiB"), 3 << 10);
  EXPECT_EQ(ParseByteCount("512MiB"), 512 << 20);
  EXPECT_EQ(ParseByteCount("2GiB"), int64_t{2} << 30);
  EXPECT_EQ(ParseByteCount("1TiB"), int64_t{1} << 40);
}

TEST(QuantityTest, WhatIsNoNumberOfBytesIsNone) {
  for (const char* text : {"", "MiB", "many", "1.5GiB", "-1", "-1MiB", "512MB", "512mib", "1MiB2",
                           "8388608TiB", "9223372036854775808"}) {
    EXPECT_EQ(ParseByteCount(text), std::nullopt) << text;
  }
}

TEST(QuantityTest, BytesAreToldAsTheyAreRead) {
  EXPECT_EQ(ByteCountText(0), "0");
  EXPECT_EQ(ByteCountText(1000), "1000");
  EXPECT_EQ(ByteCountText(64 << 20), "64MiB");
  for (const int64_t bytes : {int64_t{1}, int64_t{1} << 10, (int64_t{1} << 30) + 1,
                              int64_t{5} << 40, std::numeric_limits<int64_t>::max()}) {
    EXPECT_EQ(ParseByteCount(ByteCountText(bytes)), bytes);
  }
}

TEST(QuantityTest, SpansHaveDaysToo) {
  EXPECT_EQ(ParseSpan("90s"), absl::Seconds(90));
  EXPECT_EQ(ParseSpan("1m30s"), absl::Seconds(90));
  EXPECT_EQ(ParseSpan("2d"), absl::Hours(48));
  EXPECT_EQ(ParseSpan("1d12h"), absl::Hours(36));
  EXPECT_EQ(ParseSpan("0d"), absl::ZeroDuration());
  EXPECT_EQ(ParseSpan("-1d12h"), absl::Hours(-36));
}

TEST(QuantityTest, WhatIsNoSpanIsNone) {
  for (const char* text : {"", "d", "10", "inf", "-inf", "1.5d", "1d1", "1d-1h", "1h1d", "1d1d",
                           "99999999999d", "1dinf"}) {
    EXPECT_EQ(ParseSpan(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace meeple::service

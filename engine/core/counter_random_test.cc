#include "engine/core/counter_random.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>

namespace meeple::engine {
namespace {

// Recorded games depend on these values: they never change.
TEST(CounterRandomTest, OutputIsPinned) {
  struct Row {
    uint64_t seed, ply, index, draw;
  };
  constexpr Row rows[] = {
      {0, 0, 0, 0x56b6e7e114a71868},  {0, 0, 1, 0xeb0f2b18cb7d19ce},
      {0, 1, 0, 0xd57f47889d56df16},  {1, 0, 0, 0x07ed9b4f25b0bde2},
      {7, 12, 3, 0xfbeaa77e09e853f1}, {UINT64_MAX, UINT64_MAX, UINT64_MAX, 0xcc7803aea29e23a8},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Draw(row.seed, row.ply, row.index), row.draw)
        << row.seed << ", " << row.ply << ", " << row.index << ": 0x" << std::hex
        << Draw(row.seed, row.ply, row.index);
  }
  EXPECT_EQ(DrawBelow(6, 7, 12, 3), 5u);
  EXPECT_EQ(DrawBelow(1000, 7, 12, 3), 984u);
}

// Turning any one input bit turns each output bit in half of the cases.
TEST(CounterRandomTest, EveryInputBitReachesEveryOutputBit) {
  constexpr int samples = 400;
  for (int input = 0; input < 3; ++input) {
    for (int bit = 0; bit < 64; ++bit) {
      std::array<int, 64> turned = {};
      for (uint64_t sample = 0; sample < samples; ++sample) {
        std::array<uint64_t, 3> in = {sample, sample % 9, sample % 4};
        const uint64_t before = Draw(in[0], in[1], in[2]);
        in[input] ^= uint64_t{1} << bit;
        const uint64_t change = before ^ Draw(in[0], in[1], in[2]);
        for (int out = 0; out < 64; ++out) turned[out] += (change >> out) & 1;
      }
      for (int out = 0; out < 64; ++out) {
        // 200 expected, standard deviation 10; of 12,288 counters the furthest stays within 6.
        EXPECT_NEAR(turned[out], samples / 2.0, 60) << input << " " << bit << " " << out;
      }
    }
  }
}

TEST(CounterRandomTest, BelowStaysBelowAndIsEven) {
  for (uint64_t bound : {1, 2, 3, 6, 9, 1000}) {
    for (uint64_t ply = 0; ply < 500; ++ply) EXPECT_LT(DrawBelow(bound, 5, ply, 0), bound);
  }
  for (uint64_t ply = 0; ply < 500; ++ply) {
    EXPECT_LT(DrawBelow(uint64_t{1} << 32, 5, ply, 0), uint64_t{1} << 32);
  }
  std::array<int, 6> faces = {};
  constexpr int rolls = 60'000;
  for (uint64_t ply = 0; ply < rolls; ++ply) ++faces[DrawBelow(6, 5, ply, 0)];
  double chi_square = 0;
  for (int face : faces) chi_square += (face - 10'000.0) * (face - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_square, 20.5);  // 5 degrees of freedom, p = 0.001; the seed is fixed
}

}  // namespace
}  // namespace meeple::engine

#include "service/journal/head_cache.h"

#include <gtest/gtest.h>

#include <string>

namespace meeple::service {
namespace {

TEST(HeadCacheTest, KnowsTheNewest) {
  HeadCache cache(10);
  EXPECT_EQ(cache.Find("a"), std::nullopt);
  cache.Set("a", 1);
  cache.Set("a", 3);
  EXPECT_EQ(cache.Find("a"), 3);
}

TEST(HeadCacheTest, StaysWithinItsBound) {
  constexpr size_t kCapacity = 100;
  HeadCache cache(kCapacity);
  for (int game = 0; game < 1'000; ++game) {
    cache.Set(std::to_string(game), game);
    ASSERT_LE(cache.size(), kCapacity + 2);
    for (int recent = std::max(0, game - 49); recent <= game; ++recent) {
      ASSERT_EQ(cache.Find(std::to_string(recent)), recent)
          << "of half the capacity nothing is lost";
    }
  }
  EXPECT_EQ(cache.Find("0"), std::nullopt);
}

TEST(HeadCacheTest, WhatIsTouchedStaysAndIsNeverStale) {
  HeadCache cache(8);
  for (int round = 1; round < 1'000; ++round) {
    cache.Set("busy", round);
    cache.Set(std::to_string(round), round);
    ASSERT_EQ(cache.Find("busy"), round);
  }
}

}  // namespace
}  // namespace meeple::service

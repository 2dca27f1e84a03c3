#include "engine/players/connect_four/transposition_table.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "engine/core/position_hash.h"

namespace meeple::engine::connect_four {
namespace {

constexpr Bounds kUnknown = {.lower = -40, .upper = 40};

// Keys of the size that boards have, that look like nothing in particular.
uint64_t KeyNumber(uint64_t number) { return CombineHash(number, 1) | 1; }
// Bounds that tell which key they were stored with, as well as bounds can.
Bounds BoundsNumber(uint64_t number) {
  return {.lower = -static_cast<int>(number % 31), .upper = static_cast<int>(number % 29)};
}

void Fill(TranspositionTable& table, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) table.Store(KeyNumber(i), BoundsNumber(i));
}

// How many of the first `count` keys are still there; each with its own bounds.
uint64_t CountFound(const TranspositionTable& table, uint64_t count) {
  uint64_t found = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const Bounds bounds = table.Find(KeyNumber(i), kUnknown);
    if (bounds.lower == kUnknown.lower) continue;
    ++found;
    EXPECT_EQ(bounds.lower, BoundsNumber(i).lower) << i;
    EXPECT_EQ(bounds.upper, BoundsNumber(i).upper) << i;
  }
  return found;
}

TEST(TranspositionTableTest, KeepsTheNewestOfASlot) {
  TranspositionTable table(TranspositionTable::kMinBits);
  table.Store(7, {.lower = -3, .upper = 5});
  table.Store(7, {.lower = 1, .upper = 2});
  EXPECT_EQ(table.Find(7, kUnknown).lower, 1);
  EXPECT_EQ(table.Find(7, kUnknown).upper, 2);
  EXPECT_EQ(table.Find(8, kUnknown).upper, kUnknown.upper);
}

// Far more keys than slots: what is found is right, what is not was overwritten.
TEST(TranspositionTableTest, NeverMistakesAKeyForAnother) {
  TranspositionTable table(TranspositionTable::kMinBits);
  constexpr uint64_t keys = 1'000'000;
  Fill(table, keys);
  const uint64_t found = CountFound(table, keys);
  EXPECT_LE(found, uint64_t{1} << TranspositionTable::kMinBits);
  EXPECT_GT(found, uint64_t{60'000});
}

// A table that may grow ends with several times what its first slots could hold.
TEST(TranspositionTableTest, GrowsWithWhatItHolds) {
  constexpr uint64_t keys = 500'000;
  TranspositionTable table(20);
  Fill(table, keys);
  EXPECT_GT(CountFound(table, keys), uint64_t{3} << TranspositionTable::kMinBits);
}

}  // namespace
}  // namespace meeple::engine::connect_four

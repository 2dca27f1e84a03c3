#include "service/journal/score_storage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace meeple::service {
namespace {

using namespace std::string_literals;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

// What is stored is read for ever: these bytes are the format.
TEST(ScoreStorageTest, BytesAreAsDocumented) {
  EXPECT_EQ(ScoreKey("shared/", "ann"), "pshared/\0ann"s);
  EXPECT_EQ(RankKey("t", {.counts = {.wins = 258, .draws = 3, .losses = 2}, .player_id = "ann"}),
            "rt\0\xff\xff\xff\xff\xff\xff\xfe\xfd\0\0\0\0\0\0\0\2\xff\xff\xff\xff\xff\xff\xff\xfc"
            "ann"s);
  EXPECT_EQ(EncodeCounts({.wins = 258, .draws = 3, .losses = 2}),
            "\0\0\0\0\0\0\1\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\2"s);
}

TEST(ScoreStorageTest, KeysAreReadBackInTheirTable) {
  for (const ScorePlace& place : std::vector<ScorePlace>{
           {.counts = {}, .player_id = ""},
           {.counts = {.wins = 1, .draws = 2, .losses = 3}, .player_id = "ann"},
           {.counts = {.wins = kMost, .draws = kMost, .losses = kMost}, .player_id = "\xff"s},
       }) {
    EXPECT_EQ(ParseRankKey("open", RankKey("open", place)), place);
    EXPECT_FALSE(ParseRankKey("opening", RankKey("open", place)).has_value());
    EXPECT_FALSE(ParseRankKey("ope", RankKey("open", place)).has_value());
    EXPECT_EQ(ParseScoreOwner(RankKey("open", place))->player_id, place.player_id);
    EXPECT_EQ(ParseScoreOwner(ScoreKey("open", place.player_id))->table, "open");
    EXPECT_EQ(DecodeCounts(EncodeCounts(place.counts)), place.counts);
  }
}

TEST(ScoreStorageTest, WhatIsNoneIsFoundOut) {
  for (const std::string& key : {""s, "p"s, "pno end"s, "x"s, "r\0"s, "\0"s,
                                 "rt\0"s + std::string(23, 'x'), "rt\0"s + std::string(24, '\0')}) {
    EXPECT_FALSE(ParseScoreOwner(key).has_value()) << testing::PrintToString(key);
  }
  EXPECT_FALSE(DecodeCounts("").has_value());
  EXPECT_FALSE(DecodeCounts(std::string(23, '\0')).has_value());
  EXPECT_FALSE(DecodeCounts(std::string(25, '\0')).has_value());
  EXPECT_FALSE(DecodeCounts(std::string(24, '\xff')).has_value()) << "negative";
}

TEST(ScoreStorageTest, OrderOfBytesIsTheOrderOfTheTable) {
  const std::vector<ScorePlace> best_first = {{{.wins = 256, .losses = 900}, "z"},
                                              {{.wins = 255, .draws = 1}, "z"},
                                              {{.wins = 255}, "a"},
                                              {{.wins = 255}, "b"},
                                              {{.wins = 255}, "ba"},
                                              {{.wins = 255, .draws = 300, .losses = 1}, "a"},
                                              {{.wins = 255, .draws = 2, .losses = 1}, "a"},
                                              {{.wins = 255, .losses = 256}, "a"},
                                              {{.draws = 5}, "\xc3\xa9"s},
                                              {{.losses = 1}, "a"}};
  for (size_t i = 1; i < best_first.size(); ++i) {
    EXPECT_LT(RankKey("t", best_first[i - 1]), RankKey("t", best_first[i])) << i;
  }
}

// --- ScoreBatch ---

class ScoreBatchTest : public testing::Test {
 protected:
  absl::Status Add(const std::string& player_id, ScoreCounts by) {
    return batch_.Add(std::vector<ScoreChange>{{"t", player_id, by}});
  }
  void Write() {
    batch_.Write(
        {.put = [this](const std::string& key, const std::string& value) { stored_[key] = value; },
         .remove =
             [this](const std::string& key) {
               EXPECT_EQ(stored_.erase(key), 1u) << testing::PrintToString(key);
             }});
  }
  void Expect(const std::string& player_id, ScoreCounts counts) {
    EXPECT_EQ(stored_, (std::map<std::string, std::string>{
                           {ScoreKey("t", player_id), EncodeCounts(counts)},
                           {RankKey("t", {.counts = counts, .player_id = player_id}), ""}}));
  }

  absl::Status damage_;
  std::map<std::string, std::string> stored_;
  ScoreBatch batch_{[this](const std::string& table,
                           const std::string& player_id) -> absl::StatusOr<ScoreCounts> {
    if (!damage_.ok()) return damage_;
    const auto found = stored_.find(ScoreKey(table, player_id));
    return found == stored_.end() ? ScoreCounts{} : *DecodeCounts(found->second);
  }};
};

TEST_F(ScoreBatchTest, EachScoreIsStoredUnderPlayerAndRank) {
  ASSERT_TRUE(Add("ann", {.wins = 1}).ok());
  ASSERT_TRUE(Add("ann", {.wins = 1, .draws = 2, .losses = 3}).ok());
  Write();
  Expect("ann", {.wins = 2, .draws = 2, .losses = 3});
  ASSERT_TRUE(Add("ann", {.wins = -1}).ok());
  Write();
  Expect("ann", {.wins = 1, .draws = 2, .losses = 3});
  ASSERT_TRUE(Add("ann", {.wins = -1, .draws = -2, .losses = -3}).ok());
  Write();
  EXPECT_TRUE(stored_.empty()) << "nobody has a score of zeros";
}

TEST_F(ScoreBatchTest, WhatIsTakenBackAtOnceLeavesNothing) {
  ASSERT_TRUE(Add("ann", {.wins = 1}).ok());
  ASSERT_TRUE(Add("ann", {.wins = -1}).ok());
  Write();
  EXPECT_TRUE(stored_.empty());
}

TEST_F(ScoreBatchTest, AnErrorOfReadingChangesNothing) {
  ASSERT_TRUE(Add("ann", {.wins = 1}).ok());
  damage_ = absl::DataLossError("damaged");
  EXPECT_EQ(batch_.Add(std::vector<ScoreChange>{{"t", "ann", {.wins = 1}}, {"t", "bob", {}}}),
            damage_);
  Write();
  Expect("ann", {.wins = 1});
}

TEST_F(ScoreBatchTest, NoCountFallsBelowZero) {
  ASSERT_TRUE(Add("ann", {.wins = -1, .losses = 1}).ok());
  Write();
  Expect("ann", {.losses = 1});
}

}  // namespace
}  // namespace meeple::service

#include "service/core/presence.h"

#include <gtest/gtest.h>

#include <string>

namespace meeple::service {
namespace {

absl::Duration At(int seconds) { return absl::Seconds(seconds); }

constexpr char kWatchedGame[] = "game";

TEST(PresenceTest, CountsFromTheFirstQuestion) {
  Presence presence;
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 0, At(10)), At(10));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 0, At(15)), At(10));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 1, At(15)), At(15));
}

TEST(PresenceTest, WhoeverCallsIsThere) {
  Presence presence;
  presence.GoneSince(kWatchedGame, 0, At(10));
  presence.GoneSince(kWatchedGame, 1, At(10));
  presence.Saw(kWatchedGame, 0, At(30));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 0, At(40)), At(30));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 1, At(40)), At(10));
}

TEST(PresenceTest, WhoeverIsExcusedCountsFromTheNextQuestion) {
  Presence presence;
  presence.GoneSince(kWatchedGame, 0, At(10));
  presence.GoneSince(kWatchedGame, 1, At(10));
  presence.Excuse(kWatchedGame, 0);
  presence.Excuse("unknown", 0);
  presence.Saw(kWatchedGame, 0, At(20));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 0, At(30)), At(30));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 1, At(30)), At(10));
  EXPECT_EQ(presence.games(), 1u);
}

TEST(PresenceTest, WhoeverWatchesIsThereUntilTheLastWatchIsClosed) {
  Presence presence;
  presence.OpenWatch(kWatchedGame, 0);
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 0, At(10)), std::nullopt);
  presence.OpenWatch(kWatchedGame, 0);
  EXPECT_TRUE(presence.CloseWatch(kWatchedGame, 0, At(20)));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 0, At(30)), std::nullopt);
  EXPECT_TRUE(presence.CloseWatch(kWatchedGame, 0, At(40)));
  EXPECT_EQ(presence.GoneSince(kWatchedGame, 0, At(50)), At(40));
}

TEST(PresenceTest, NothingIsKeptOfGamesThatNobodyAsksFor) {
  Presence presence;
  presence.Saw(kWatchedGame, 0, At(10));
  EXPECT_EQ(presence.games(), 0u);
  presence.OpenWatch(kWatchedGame, 0);
  presence.Saw(kWatchedGame, 0, At(10));
  EXPECT_FALSE(presence.CloseWatch(kWatchedGame, 0, At(20)));
  EXPECT_EQ(presence.games(), 0u);
  presence.GoneSince(kWatchedGame, 0, At(30));
  presence.OpenWatch(kWatchedGame, 0);
  presence.Forget(kWatchedGame);
  EXPECT_EQ(presence.games(), 0u);
  EXPECT_FALSE(presence.CloseWatch(kWatchedGame, 0, At(40)));
  EXPECT_EQ(presence.games(), 0u);
}

}  // namespace
}  // namespace meeple::service

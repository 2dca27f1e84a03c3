#include "service/core/game_audience.h"

#include <gtest/gtest.h>

#include <memory>

#include "service/core/errors.h"

namespace meeple::service {
namespace {

class Sleeper final : public WatchStream {
 public:
  void Wake() override {}
};

TEST(GameAudienceTest, CountsUpToTheLimit) {
  GameAudience audience("game");
  EXPECT_TRUE(audience.Add(1).ok());
  EXPECT_EQ(ReasonOf(audience.Add(1)), v1::ERROR_REASON_LIMIT_REACHED);
  EXPECT_EQ(audience.size(), 1);
  audience.Remove();
  EXPECT_EQ(audience.size(), 0);
}

TEST(GameAudienceTest, WhoIsParkedIsTakenOnce) {
  GameAudience audience("game");
  const auto stream = std::make_shared<Sleeper>();
  const int first = 0;
  const int second = 0;
  EXPECT_TRUE(audience.Park(&first, stream, 3));
  EXPECT_TRUE(audience.Park(&first, stream, 3));
  EXPECT_TRUE(audience.Park(&second, stream, 3));
  EXPECT_TRUE(audience.Unpark(&second));
  EXPECT_FALSE(audience.Unpark(&second));
  EXPECT_EQ(audience.TakeParked().size(), 1u);
  EXPECT_TRUE(audience.TakeParked().empty());
}

TEST(GameAudienceTest, WhoMissedSomethingIsNotParked) {
  GameAudience audience("game");
  const auto stream = std::make_shared<Sleeper>();
  const int key = 0;
  EXPECT_TRUE(audience.Park(&key, stream, 3));
  EXPECT_EQ(audience.Publish(4).size(), 1u);
  EXPECT_FALSE(audience.Park(&key, stream, 3));
  EXPECT_TRUE(audience.Park(&key, stream, 4));
  EXPECT_EQ(audience.TakeParked().size(), 1u);
  audience.Begin(6);
  EXPECT_FALSE(audience.Park(&key, stream, 5)) << "it was published before there was an audience";
}

TEST(AudienceRegistryTest, AGameHasOneAudienceAsLongAsSomebodyHoldsIt) {
  AudienceRegistry registry;
  EXPECT_EQ(registry.Find("game"), nullptr);
  std::shared_ptr<GameAudience> audience = registry.Of("game");
  EXPECT_EQ(registry.Of("game"), audience);
  EXPECT_EQ(registry.Find("game"), audience);
  int visited = 0;
  registry.ForEach([&](GameAudience& each) { visited += each.log_id() == "game" ? 1 : 0; });
  EXPECT_EQ(visited, 1);
  audience.reset();
  EXPECT_EQ(registry.Find("game"), nullptr);
  registry.ForEach([&](GameAudience&) { ++visited; });
  EXPECT_EQ(visited, 1) << "nothing is kept of it";
}

}  // namespace
}  // namespace meeple::service

// What every entry of the registry of games must keep.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/core/game_kind.h"
#include "engine/games/all_games.h"
#include "engine/testing/conformance.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

class GameKindTest : public ::testing::TestWithParam<GameKind> {
 protected:
  absl::StatusCode Make(const std::map<std::string, std::string>& parameters, int players) const {
    return MakeGame(GetParam(), parameters, MakePlayers(players), {}).status().code();
  }
};

TEST_P(GameKindTest, IsDescribed) {
  const GameKind& kind = GetParam();
  EXPECT_FALSE(kind.title.empty());
  EXPECT_FALSE(kind.description.empty());
  EXPECT_FALSE(kind.move_forms.empty());
  EXPECT_GE(kind.rules_version, 1);
  for (const ParameterSpec& spec : kind.parameters) {
    EXPECT_FALSE(spec.name.empty());
    EXPECT_FALSE(spec.description.empty()) << spec.name;
  }
}

TEST_P(GameKindTest, NumberOfPlayersHasLimits) {
  const GameKind& kind = GetParam();
  EXPECT_GE(kind.min_players, 1);
  EXPECT_LE(kind.min_players, kind.max_players);
  EXPECT_LE(kind.max_players, kMaxSeats);
  EXPECT_EQ(Make({}, kind.min_players), absl::StatusCode::kOk);
  EXPECT_EQ(Make({}, kind.max_players), absl::StatusCode::kOk);
  EXPECT_EQ(Make({}, kind.min_players - 1), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Make({}, kind.max_players + 1), absl::StatusCode::kInvalidArgument);
}

TEST_P(GameKindTest, ParametersHaveLimits) {
  const GameKind& kind = GetParam();
  for (const ParameterSpec& spec : kind.parameters) {
    SCOPED_TRACE(spec.name);
    EXPECT_EQ(Make({{spec.name, spec.default_value}}, kind.min_players), absl::StatusCode::kOk);
    if (spec.type != ParameterType::kInteger) continue;
    EXPECT_EQ(Make({{spec.name, std::to_string(spec.minimum - 1)}}, kind.min_players),
              absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(Make({{spec.name, std::to_string(spec.maximum + 1)}}, kind.min_players),
              absl::StatusCode::kInvalidArgument);
    // Limits may contradict other parameters, but then with a reason.
    for (int64_t limit : {spec.minimum, spec.maximum}) {
      const absl::StatusCode code = Make({{spec.name, std::to_string(limit)}}, kind.min_players);
      EXPECT_TRUE(code == absl::StatusCode::kOk || code == absl::StatusCode::kInvalidArgument);
    }
  }
  EXPECT_EQ(Make({{"no_such_parameter", "1"}}, kind.min_players),
            absl::StatusCode::kInvalidArgument);
}

std::string IdOf(const ::testing::TestParamInfo<GameKind>& info) { return info.param.id; }

INSTANTIATE_TEST_SUITE_P(Games, GameKindTest, ::testing::ValuesIn(AllGameKinds()), IdOf);

TEST(RegistryTest, EveryGameIsTried) {
  std::vector<std::string> kinds, tried;
  for (const GameKind& kind : AllGameKinds()) kinds.push_back(kind.id);
  for (const Conformance& conformance : AllConformances()) tried.push_back(conformance.kind);
  std::sort(tried.begin(), tried.end());
  EXPECT_EQ(kinds, tried);
  EXPECT_TRUE(std::is_sorted(kinds.begin(), kinds.end()));
  EXPECT_EQ(std::adjacent_find(kinds.begin(), kinds.end()), kinds.end());
}

TEST(RegistryTest, FindsById) {}

}  // namespace
}  // namespace meeple::engine

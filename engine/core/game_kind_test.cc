#include "engine/core/game_kind.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/fake_game.h"

namespace meeple::engine {
namespace {

using Given = std::map<std::string, std::string>;

std::vector<ParameterSpec> Specs() {
  return {{.name = "places",
           .description = "How many.",
           .type = ParameterType::kInteger,
           .default_value = "7",
           .minimum = -2,
           .maximum = 100},
          {.name = "exact", .type = ParameterType::kBoolean, .default_value = "true"},
          {.name = "rule",
           .type = ParameterType::kChoice,
           .default_value = "free",
           .choices = {"free", "strict"}},
          {.name = "jumps", .type = ParameterType::kText, .default_value = "1:38"}};
}

TEST(ParametersTest, DefaultsStandForWhatIsNotGiven) {
  const absl::StatusOr<Parameters> parameters = Parameters::Parse(Specs(), {});
  ASSERT_TRUE(parameters.ok());
  EXPECT_EQ(parameters->Integer("places"), 7);
  EXPECT_TRUE(parameters->Boolean("exact"));
  EXPECT_EQ(parameters->Text("rule"), "free");
  EXPECT_EQ(parameters->Text("jumps"), "1:38");
  EXPECT_EQ(parameters->values().size(), 4u);
}

TEST(ParametersTest, GivenValuesAreRead) {
  const absl::StatusOr<Parameters> parameters = Parameters::Parse(
      Specs(), {{"places", "-2"}, {"exact", "false"}, {"rule", "strict"}, {"jumps", ""}});
  ASSERT_TRUE(parameters.ok()) << parameters.status();
  EXPECT_EQ(parameters->Integer("places"), -2);
  EXPECT_FALSE(parameters->Boolean("exact"));
  EXPECT_EQ(parameters->Text("rule"), "strict");
  EXPECT_EQ(parameters->Text("jumps"), "");
}

TEST(ParametersTest, NumbersAreKeptInOneForm) {
  EXPECT_EQ(Parameters::Parse(Specs(), {{"places", "0042"}})->Text("places"), "42");
  EXPECT_EQ(Parameters::Parse(Specs(), {{"places", "-0"}})->Text("places"), "0");
}

TEST(ParametersTest, RefusesBadValues) {
  const std::vector<std::pair<Given, std::string>> rows = {
      {{{"places", "-3"}}, "places must be a whole number from -2 to 100, not '-3'"},
      {{{"places", "101"}}, "places must be a whole number from -2 to 100, not '101'"},
      {{{"places", "99999999999999999999"}},
       "places must be a whole number from -2 to 100, not '99999999999999999999'"},
      {{{"places", ""}}, "places must be a whole number from -2 to 100, not ''"},
      {{{"places", "3.0"}}, "places must be a whole number from -2 to 100, not '3.0'"},
      {{{"places", "+3"}}, "places must be a whole number from -2 to 100, not '+3'"},
      {{{"places", " 3"}}, "places must be a whole number from -2 to 100, not ' 3'"},
      {{{"places", "0x3"}}, "places must be a whole number from -2 to 100, not '0x3'"},
      {{{"exact", "True"}}, "exact must be true or false, not 'True'"},
      {{{"exact", "1"}}, "exact must be true or false, not '1'"},
      {{{"rule", "caro"}}, "rule must be one of free, strict, not 'caro'"},
      {{{"Places", "3"}}, "unknown parameter 'Places'; known: places, exact, rule, jumps"},
  };
  for (const auto& [given, message] : rows) {
    const absl::StatusOr<Parameters> parameters = Parameters::Parse(Specs(), given);
    EXPECT_EQ(parameters.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(parameters.status().message(), message);
  }
  EXPECT_EQ(Parameters::Parse({}, {{"size", "3"}}).status().message(),
            "unknown parameter 'size'; known: none");
}

GameKind FakeKind() {
  return {.id = "fake",
          .parameters = Specs(),
          .min_players = 2,
          .max_players = 3,
          .make = [](const Parameters& parameters, std::vector<Player> players,
                     const GameOptions& options) -> absl::StatusOr<std::unique_ptr<BoardGame>> {
            const int places = parameters.Integer("places");
            if (places < 1) return absl::InvalidArgumentError("too few places");
            return std::make_unique<FakeGame>(std::move(players), options, places);
          }};
}

TEST(MakeGameTest, MakesAGameThatHasNotStarted) {
  const auto game = MakeGame(FakeKind(), {{"places", "5"}}, {{"a", 'X'}, {"b", 'x'}}, {});
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ((*game)->cursor(), TurnCursor{});
  EXPECT_EQ((*game)->Picture().columns, 5);
}

TEST(MakeGameTest, RefusesBadPlayers) {
  const std::vector<std::pair<std::vector<Player>, std::string>> rows = {
      {{}, "fake is for 2 to 3 players, not 0"},
      {{{"a", 'X'}}, "fake is for 2 to 3 players, not 1"},
      {{{"a", 'X'}, {"b", 'O'}, {"c", 'C'}, {"d", 'D'}}, "fake is for 2 to 3 players, not 4"},
      {{{"a", 'X'}, {"", 'O'}}, "a player id is empty"},
      {{{"a", 'X'}, {"a", 'O'}}, "two players have the id 'a'"},
      {{{"a", 'X'}, {"b", 'X'}}, "two players have the symbol X"},
  };
  for (const auto& [players, message] : rows) {
    EXPECT_EQ(MakeGame(FakeKind(), {}, players, {}).status().message(), message);
  }
}

TEST(MakeGameTest, SymbolsArePrintableAndNotPartOfTheDrawing) {
  for (int code = 0; code < 256; ++code) {
    const char symbol = static_cast<char>(code);
    const bool good = code > 32 && code < 127 && symbol != '.' && symbol != '|';
    EXPECT_EQ(MakeGame(FakeKind(), {}, {{"a", symbol}, {"b", symbol == 'X' ? 'O' : 'X'}}, {}).ok(),
              good)
        << code;
  }
}

TEST(MakeGameTest, RefusesABadTurnLimitAndWhatTheKindRefuses) {
  const std::vector<Player> players = {{"a", 'X'}, {"b", 'O'}};
  EXPECT_EQ(MakeGame(FakeKind(), {}, players, {.turn_limit = -1}).status().message(),
            "the turn limit must be 0 (none) or more");
  EXPECT_EQ(MakeGame(FakeKind(), {{"places", "0"}}, players, {}).status().message(),
            "too few places");
}

}  // namespace
}  // namespace meeple::engine

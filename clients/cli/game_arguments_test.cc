#include "clients/cli/game_arguments.h"

#include <gtest/gtest.h>

namespace meeple::cli {
namespace {

struct SeatCase {
  const char* text;
  const char* expected;
};

TEST(ParseSeat, ReadsPeopleAndBots) {
  const SeatCase cases[] = {
      {"X", R"(player_id: "X" symbol: "X" held { })"},
      {"anna", R"(player_id: "anna" held { })"},
      {"anna=A", R"(player_id: "anna" symbol: "A" held { })"},
      {"a=b=B", R"(player_id: "a=b" symbol: "B" held { })"},
      {"bot:perfect", R"(bot { kind: "perfect" })"},
      {"bot:search:5", R"(bot { kind: "search" level: 5 })"},
      {"bot:random#7", R"(bot { kind: "random" seed: 7 })"},
      {"open", R"(open { })"},
      {"open:", R"(open { })"},
      {"open:ben=B", R"(player_id: "ben" symbol: "B" open { })"},
      {"invited=B", R"(symbol: "B" invited { })"},
      {"invited:ben", R"(player_id: "ben" invited { })"},
      {"opener", R"(player_id: "opener" held { })"},
      {"bot:random:2#0=R", R"(symbol: "R" bot { kind: "random" level: 2 seed: 0 })"},
  };
  for (const SeatCase& c : cases) {
    const auto seat = ParseSeat(c.text);
    ASSERT_TRUE(seat.ok()) << c.text << ": " << seat.status();
    EXPECT_EQ(seat->ShortDebugString(), c.expected) << c.text;
  }
}

TEST(ParseSeat, RefusesWhatItCannotRead) {
  for (const char* text : {"", "=A", "anna=", "anna=AB", "anna=\xc3\xab", "bot:", "bot::5",
                           "bot:x:y", "bot:x#", "bot:x#-1", "bot:#7"}) {
    const auto seat = ParseSeat(text);
    EXPECT_TRUE(absl::IsInvalidArgument(seat.status())) << text;
    EXPECT_NE(seat.status().message().find("--seat"), absl::string_view::npos) << text;
  }
}

TEST(ToGameConfig, CarriesEveryOption) {
  const auto config = ToGameConfig({.kind = "mnk",
                                    .parameters = {"rows=5", "k=4"},
                                    .seats = {"X", "bot:perfect"},
                                    .labels = {"note=a=b"},
                                    .turn_limit = 12,
                                    .is_private = true,
                                    .undo = "never",
                                    .seed = 18'446'744'073'709'551'615u});
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->kind(), "mnk");
  EXPECT_EQ(config->parameters().at("rows"), "5");
  EXPECT_EQ(config->parameters().at("k"), "4");
  EXPECT_EQ(config->seats_size(), 2);
  EXPECT_EQ(config->labels().at("note"), "a=b");
  EXPECT_EQ(config->turn_limit(), 12);
  EXPECT_EQ(config->visibility(), v1::VISIBILITY_PRIVATE);
  EXPECT_EQ(config->undo(), v1::UNDO_POLICY_NEVER);
  EXPECT_EQ(config->seed(), 18'446'744'073'709'551'615u);
}

TEST(ToGameConfig, LeavesWhatIsNotGivenToTheServer) {
  const auto config = ToGameConfig({.kind = "mnk"});
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->undo(), v1::UNDO_POLICY_UNSPECIFIED);
  EXPECT_FALSE(config->has_seed());
  EXPECT_EQ(ToGameConfig({.kind = "mnk", .undo = "free"})->undo(), v1::UNDO_POLICY_FREE);
  EXPECT_EQ(ToGameConfig({.kind = "mnk", .undo = "own"})->undo(), v1::UNDO_POLICY_OWN_LAST_MOVE);
  EXPECT_EQ(ToGameConfig({.kind = "mnk", .undo = "consent"})->undo(), v1::UNDO_POLICY_BY_CONSENT);
}

TEST(ToGameConfig, SaysWhichOptionIsWrong) {
  EXPECT_FALSE(ToGameConfig({.kind = "mnk", .parameters = {"rows"}}).ok());
  EXPECT_FALSE(ToGameConfig({.kind = "mnk", .labels = {"=x"}}).ok());
  EXPECT_FALSE(ToGameConfig({.kind = "mnk", .seats = {"=X"}}).ok());
}

}  // namespace
}  // namespace meeple::cli

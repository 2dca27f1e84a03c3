#include "service/core/game_setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/event_bytes.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/treasure_game.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kMaxPlies = 50;

absl::StatusOr<v1::GameConfig> Complete(const std::string& text) {
  return CompleteConfig(ReadConfig(absl::StrCat("kind: 'tic_tac_toe' ", text)), kMaxPlies);
}

// What both steps say of a config: some things only the rules of the game know.
absl::StatusOr<PreparedGame> TryPrepare(const std::string& text) {
  const absl::StatusOr<v1::GameConfig> complete = Complete(text);
  if (!complete.ok()) return complete.status();
  return PrepareGame(kTestGameId, *complete, kMaxPlies);
}

std::vector<std::string> IdsOf(const v1::GameConfig& config) {
  std::vector<std::string> ids;
  for (const v1::SeatConfig& seat : config.seats()) ids.push_back(seat.player_id());
  return ids;
}

std::string SymbolsOf(const v1::GameConfig& config) {
  std::string symbols;
  for (const v1::SeatConfig& seat : config.seats()) symbols += seat.symbol();
  return symbols;
}

// --- What is filled in ---

TEST(GameSetupTest, EverythingHasADefault) {
  const v1::GameConfig config = Complete("").value();
  EXPECT_EQ(config.kind(), "tic_tac_toe");
  EXPECT_EQ(config.parameters().at("size"), "3");
  EXPECT_THAT(IdsOf(config), ElementsAre("X", "O"));
  EXPECT_EQ(SymbolsOf(config), "XO");
  EXPECT_TRUE(config.seats(0).has_held());
  EXPECT_TRUE(config.seats(1).has_held());
  EXPECT_EQ(config.undo(), v1::UNDO_POLICY_FREE);
  EXPECT_EQ(config.visibility(), v1::VISIBILITY_PUBLIC);
  EXPECT_EQ(config.turn_limit(), 0);
}

TEST(GameSetupTest, WhatIsGivenStays) {
  const v1::GameConfig config =
      Complete(
          "parameters { key: 'size' value: '5' } turn_limit: 7 visibility: VISIBILITY_PRIVATE "
          "undo: UNDO_POLICY_FREE labels { key: 'cup' value: 'final' } "
          "seats { player_id: 'ann' symbol: '#' held {} } seats { player_id: 'ben' symbol: '$' }")
          .value();
  EXPECT_EQ(config.parameters().at("size"), "5");
  EXPECT_EQ(config.turn_limit(), 7);
  EXPECT_EQ(config.visibility(), v1::VISIBILITY_PRIVATE);
  EXPECT_EQ(config.undo(), v1::UNDO_POLICY_FREE);
  EXPECT_EQ(config.labels().at("cup"), "final");
  EXPECT_THAT(IdsOf(config), ElementsAre("ann", "ben"));
  EXPECT_EQ(SymbolsOf(config), "#$");
}

TEST(GameSetupTest, CompleteConfigIsCompletedToItself) {
  for (const char* text : {"", "seats {} seats {} seats {}",
                           "seats { player_id: ' O ' } seats { bot { kind: 'random' seed: 4 } }"}) {
    const v1::GameConfig once = Complete(text).value();
    const v1::GameConfig twice = CompleteConfig(once, kMaxPlies).value();
    EXPECT_EQ(SerializeDeterministically(once), SerializeDeterministically(twice)) << text;
  }
}

struct NamesRow {
  const char* seats;
  std::vector<std::string> ids;
  const char* symbols;
};

TEST(GameSetupTest, MissingNamesAreTheNextFreeOnes) {
  const std::string eight =
      "seats {} seats {} seats {} seats {} seats {} seats {} seats {} seats {}";
  for (const auto& [seats, ids, symbols] : std::vector<NamesRow>{
           {"seats {} seats {} seats {}", {"X", "O", "A"}, "XOA"},
           {eight.c_str(), {"X", "O", "A", "B", "C", "D", "E", "F"}, "XOABCDEF"},
           {"seats { player_id: 'ann' } seats {}", {"ann", "O"}, "XO"},
           // A seat that gives a letter has it twice, wherever it stands.
           {"seats {} seats { player_id: 'X' }", {"O", "X"}, "OX"},
           {"seats {} seats { symbol: 'X' }", {"O", "X"}, "OX"},
           {"seats {} seats { player_id: 'B' } seats { symbol: 'C' }", {"X", "B", "C"}, "XBC"},
           // One that gives another name gets the next letter that is nobody's, in turn.
           {"seats {} seats { player_id: 'ann' }", {"X", "ann"}, "XO"},
           {"seats { symbol: '#' } seats {}", {"X", "O"}, "#O"},
           {"seats { player_id: 'X' symbol: 'O' } seats {} seats { player_id: 'O' symbol: 'X' }",
            {"X", "A", "O"},
            "OAX"},
           // A letter that is taken by somebody else cannot be had twice.
           {"seats { player_id: 'X' } seats { player_id: 'ann' symbol: 'X' }", {"X", "ann"}, "OX"},
           // No letter is left that is free as both.
           {"seats { player_id: 'X' symbol: 'C' } seats { player_id: 'O' symbol: 'D' } "
            "seats { player_id: 'A' symbol: 'E' } seats { player_id: 'B' symbol: 'F' } seats {}",
            {"X", "O", "A", "B", "C"},
            "CDEFX"},
           {"seats { player_id: 'O' symbol: 'O' } seats {} seats {}", {"O", "X", "A"}, "OXA"},
           {"seats { player_id: ' ann ' } seats { player_id: 'Rene\xCC\x81' }",
            {"ann", "Ren\xC3\xA9"},
            "XO"},
       }) {
    SCOPED_TRACE(seats);
    const auto config = Complete(seats);
    ASSERT_TRUE(config.ok()) << config.status();
    EXPECT_EQ(IdsOf(*config), ids);
    EXPECT_EQ(SymbolsOf(*config), symbols);
  }
}

TEST(GameSetupTest, ParametersAreWrittenInOneWay) {
  const auto config = Complete("parameters { key: 'size' value: '004' }");
  EXPECT_EQ(config.value().parameters().at("size"), "4");
}

// --- What is impossible ---

struct ImpossibleRow {
  const char* config;
  const char* said;  // part of the message
};

const ImpossibleRow kImpossible[] = {
    // Parameters.
    {"parameters { key: 'size' value: '2' }", "from 3 to 100"},
    {"parameters { key: 'size' value: '101' }", "from 3 to 100"},
    {"parameters { key: 'size' value: '' }", "size must be"},
    {"parameters { key: 'size' value: '3.0' }", "size must be"},
    {"parameters { key: 'size' value: '99999999999999999999' }", "size must be"},
    {"parameters { key: 'colour' value: 'red' }", "unknown parameter 'colour'"},
    {"parameters { key: '' value: '3' }", "unknown parameter ''"},
    // Turn limits.
    {"turn_limit: -1", "from 0 to 50"},
    {"turn_limit: 51", "from 0 to 50"},
    {"turn_limit: -2147483648", "from 0 to 50"},
    // How many seats.
    {"seats {}", "2 to 8 players, not 1"},
    {"seats {} seats {} seats {} seats {} seats {} seats {} seats {} seats {} seats {}", ""},
    // Player ids.
    {"seats { player_id: 'ann' } seats { player_id: 'ann' }", "two seats have the player id 'ann'"},
    {"seats { player_id: 'ann' } seats { player_id: ' ann ' }", "two seats have the player id"},
    {"seats { player_id: 'Ren\\303\\251' } seats { player_id: 'Rene\\314\\201' }",
     "two seats have the player id"},
    {"seats { player_id: '  ' } seats {}", "must not be empty"},
    {"seats { player_id: 'a\\tb' } seats {}", "printable"},
    {"seats { player_id: 'a\\302\\240b' } seats {}", "U+0020"},
    // Symbols.
    {"seats { symbol: 'A' } seats { symbol: 'A' }", "two seats have the symbol 'A'"},
    {"seats { symbol: 'AB' } seats {}", "one printable ASCII character"},
    {"seats { symbol: '\\303\\251' } seats {}", "one printable ASCII character"},
    {"seats { symbol: ' ' } seats {}", "one printable ASCII character"},
    {"seats { symbol: '.' } seats {}", "one printable ASCII character"},
    {"seats { symbol: '|' } seats {}", "one printable ASCII character"},
    {"seats { symbol: '\\n' } seats {}", "one printable ASCII character"},
    {"seats { symbol: '\\000' } seats {}", "one printable ASCII character"},
    {"seats { symbol: '\\177' } seats {}", "one printable ASCII character"},
    // Bots.
    {"seats {} seats { bot {} }", "no bot ''"},
    {"seats {} seats { bot { kind: 'genius' } }", "no bot 'genius' plays tic_tac_toe"},
    {"seats {} seats { bot { kind: 'human' } }", "no bot 'human'"},
    {"seats {} seats { bot { kind: 'scripted' } }", "no bot 'scripted'"},
    {"seats {} seats { bot { kind: 'random' level: 1 } }", "no level 1"},
    {"seats {} seats { bot { kind: 'perfect' level: -1 } }", "no level -1"},
    {"seats {} seats { bot { kind: 'perfect' level: 2147483647 } }", "no level"},
};

TEST(GameSetupTest, ImpossibleGamesAreRefused) {
  for (const auto& [text, said] : kImpossible) {
    SCOPED_TRACE(text);
    const auto game = TryPrepare(text);
    EXPECT_THAT(game, HasReason(v1::ERROR_REASON_INVALID_CONFIG));
    EXPECT_THAT(std::string(game.status().message()), HasSubstr(said));
  }
}

TEST(GameSetupTest, SeedIsForKindsWithChance) {
  const std::vector<engine::GameKind> kinds = {TreasureKind()};
  v1::GameConfig config;
  config.set_kind("treasure");
  config.set_seed(0);
  const auto complete = CompleteConfig(config, kMaxPlies, kinds);
  ASSERT_TRUE(complete.ok()) << complete.status();
  const PreparedGame game = PrepareGame(kTestGameId, *complete, kMaxPlies, kinds).value();
  EXPECT_EQ(game.setup->seed, 0u);
  EXPECT_FALSE(game.setup->config.has_seed());
  EXPECT_TRUE(game.setup->SecretConfig().has_seed());
  EXPECT_THAT(TryPrepare("seed: 0"), HasReason(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_EQ(Prepare("").setup->seed, std::nullopt);
}

TEST(GameSetupTest, KindsHaveTheirOwnUndoPolicy) {
  const std::vector<engine::GameKind> kinds = {TreasureKind()};
  v1::GameConfig config;
  config.set_kind("treasure");
  EXPECT_EQ(CompleteConfig(config, kMaxPlies, kinds)->undo(), v1::UNDO_POLICY_NEVER);
  config.set_undo(v1::UNDO_POLICY_FREE);
  EXPECT_EQ(CompleteConfig(config, kMaxPlies, kinds)->undo(), v1::UNDO_POLICY_FREE);
  EXPECT_EQ(Complete("")->undo(), v1::UNDO_POLICY_FREE);
  EXPECT_EQ(Complete("undo: UNDO_POLICY_NEVER")->undo(), v1::UNDO_POLICY_NEVER);
}

TEST(GameSetupTest, UnknownKindIsRefused) {
  for (const std::string kind : {"", "chess", "TIC_TAC_TOE", "tic_tac_toe "}) {
    v1::GameConfig config;
    config.set_kind(kind);
    const auto complete = CompleteConfig(config, kMaxPlies);
    EXPECT_THAT(complete, HasReason(v1::ERROR_REASON_INVALID_CONFIG));
    EXPECT_THAT(std::string(complete.status().message()),
                HasSubstr("unknown kind of game '" + kind + "'; known are: "));
  }
}

TEST(GameSetupTest, GamesAtTheLimitArePossible) {
  for (const char* text : {
           "turn_limit: 1", "turn_limit: 50", "parameters { key: 'size' value: '3' }",
           "parameters { key: 'size' value: '100' }",
           "seats {} seats {} seats {} seats {} seats {} seats {} seats {} seats {}",
           "seats { symbol: '!' } seats { symbol: '~' }",
           "seats { bot { kind: 'random' } } seats { bot { kind: 'perfect' } }",
           "seats { player_id: 'A' } seats { player_id: '\\320\\220' }",  // a Cyrillic look-alike
       }) {
    EXPECT_TRUE(TryPrepare(text).ok()) << text << ": " << TryPrepare(text).status();
  }
}

TEST(GameSetupTest, PrepareChecksTheKindItself) {
  EXPECT_THAT(PrepareGame(kTestGameId, {}, kMaxPlies), HasReason(v1::ERROR_REASON_INVALID_CONFIG));
}

// --- The game that is made ---

TEST(GameSetupTest, PreparedGameIsAsConfigured) {
  const PreparedGame game =
      Prepare("seats { player_id: 'ann' } seats { bot { kind: 'perfect' } } seats {}");
  EXPECT_EQ(game.setup->game_id, kTestGameId);
  EXPECT_EQ(game.setup->kind->id, "tic_tac_toe");
  EXPECT_FALSE(game.setup->is_private());
  ASSERT_EQ(game.setup->bots.size(), 3u);
  EXPECT_FALSE(game.setup->IsBot(0));
  EXPECT_TRUE(game.setup->IsBot(1));
  EXPECT_FALSE(game.setup->IsBot(2));
  EXPECT_EQ(game.game->cursor().status, engine::GameStatus::kNotStarted);
  EXPECT_THAT(
      game.game->players(),
      ElementsAre(engine::Player{"ann", 'X'}, engine::Player{"O", 'O'}, engine::Player{"A", 'A'}));
}

TEST(GameSetupTest, VisibilityDecidesWhoFindsIt) {
  EXPECT_TRUE(Prepare("visibility: VISIBILITY_PRIVATE").setup->is_private());
  EXPECT_FALSE(Prepare("visibility: VISIBILITY_PUBLIC").setup->is_private());
}

TEST(GameSetupTest, EveryGameHasATurnLimit) {
  EXPECT_EQ(Prepare("", 50).game->options().turn_limit, 50);
  EXPECT_EQ(Prepare("turn_limit: 7", 50).game->options().turn_limit, 7);
  EXPECT_EQ(Prepare("turn_limit: 50", 50).game->options().turn_limit, 50);
}

// --- Seeds ---

TEST(GameSetupTest, SeedsAreNeverInThePublicConfig) {
  const PreparedGame game = Prepare(
      "seats { bot { kind: 'random' seed: 6148914691236517205 } } seats { bot { kind: 'perfect' } "
      "}");
  EXPECT_EQ(game.setup->bots[0]->seed(), 6148914691236517205u);
  EXPECT_EQ(game.setup->bots[0]->kind(), "random");
  EXPECT_TRUE(game.setup->bots[1]->has_seed());
  for (const v1::SeatConfig& seat : game.setup->config.seats()) {
    EXPECT_TRUE(seat.has_bot());
    EXPECT_FALSE(seat.bot().has_seed());
  }
  EXPECT_EQ(game.setup->config.seats(0).bot().kind(), "random");
}

TEST(GameSetupTest, SeedOfZeroIsASeed) {
  const PreparedGame game = Prepare("seats {} seats { bot { kind: 'random' seed: 0 } }");
  EXPECT_TRUE(game.setup->bots[1]->has_seed());
  EXPECT_EQ(game.setup->bots[1]->seed(), 0u);
}

TEST(GameSetupTest, MissingSeedsAreDrawn) {
  const char* config = "seats { bot { kind: 'random' } } seats { bot { kind: 'random' } }";
  const PreparedGame game = Prepare(config);
  EXPECT_NE(game.setup->bots[0]->seed(), game.setup->bots[1]->seed());
  EXPECT_NE(game.setup->bots[0]->seed(), Prepare(config).setup->bots[0]->seed());
}

}  // namespace
}  // namespace meeple::service

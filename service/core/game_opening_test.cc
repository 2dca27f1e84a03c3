#include "service/core/game_opening.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/core/game_check.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"
#include "service/core/testing/treasure_game.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kTwoMoves[] = "opening: 'B2' opening: 'a1'";

absl::StatusOr<PreparedGame> PrepareOpened(const std::string& text) {
  const absl::StatusOr<v1::GameConfig> complete = CompleteConfig(ReadConfig(text), kTestMaxPlies);
  if (!complete.ok()) return complete.status();
  return PrepareGame(kTestGameId, *complete, kTestMaxPlies);
}

TEST(GameOpeningTest, IsWrittenInItsUsualSpelling) {
  const auto config = CompleteConfig(
      ReadConfig("kind: 'snakes_and_ladders' opening: ' ROLL ' opening_seeds { turns: 1 seed: 7 }"),
      kTestMaxPlies);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_THAT(config->opening(), ElementsAre("roll"));
  EXPECT_EQ(config->opening_seeds(0).seed(), 7u);
}

struct RefusedOpening {
  const char* config;
  const char* index;
  const char* reason;
  const char* rule;
};

TEST(GameOpeningTest, TheMoveThatIsRefusedIsNamedAndWhy) {
  const std::vector<RefusedOpening> rows = {
      {"kind: 'tic_tac_toe' opening: 'b2' opening: 'x'", "1", "INVALID_FIELD", ""},
      {"kind: 'tic_tac_toe' opening: ''", "0", "INVALID_FIELD", ""},
      {"kind: 'tic_tac_toe' opening: 'pass'", "0", "INVALID_FIELD", ""},
      {"kind: 'tic_tac_toe' opening: 'b2' opening: 'd1'", "1", "OUTSIDE_BOARD", ""},
      {"kind: 'tic_tac_toe' opening: 'b2' opening: 'a1' opening: 'b2'", "2", "CELL_TAKEN", ""},
      {"kind: 'connect_four' parameters { key: 'rows' value: '2' } opening: '1' opening: '1' "
       "opening: '1'",
       "2", "COLUMN_FULL", ""},
      {"kind: 'reversi' opening: 'a1'", "0", "ILLEGAL_MOVE", "must_flip"},
      // One that ends the game leaves nothing to play.
      {"kind: 'tic_tac_toe' opening: 'a1' opening: 'b1' opening: 'a2' opening: 'b2' opening: 'a3'",
       "4", "GAME_OVER", ""},
      {"kind: 'tic_tac_toe' opening: 'a1' opening: 'b1' opening: 'a2' opening: 'b2' opening: 'a3' "
       "opening: 'c1'",
       "4", "GAME_OVER", ""},
      {"kind: 'tic_tac_toe' turn_limit: 2 opening: 'a1' opening: 'b1'", "1", "GAME_OVER", ""},
  };
  for (const RefusedOpening& row : rows) {
    SCOPED_TRACE(row.config);
    const auto prepared = PrepareOpened(row.config);
    ASSERT_THAT(prepared, HasReason(v1::ERROR_REASON_INVALID_CONFIG));
    EXPECT_EQ(MetadataOf(prepared.status(), "opening_index"), row.index);
    EXPECT_EQ(MetadataOf(prepared.status(), "opening_reason"), row.reason);
    EXPECT_EQ(MetadataOf(prepared.status(), "rule"), row.rule);
  }
}

TEST(GameOpeningTest, SeedsAreForExactlyItsTurns) {
  const std::string dice = "kind: 'snakes_and_ladders' opening: 'roll' opening: 'roll' ";
  for (const std::string& config :
       {dice, dice + "opening_seeds { turns: 1 }", dice + "opening_seeds { turns: 3 }",
        dice + "opening_seeds { turns: 2 } opening_seeds { turns: 0 }",
        dice + "opening_seeds { turns: 3 } opening_seeds { turns: -1 }",
        dice + "opening_seeds { turns: 2147483647 } opening_seeds { turns: 2147483647 }",
        std::string("kind: 'snakes_and_ladders' opening_seeds { turns: 1 }"),
        std::string("kind: 'tic_tac_toe' opening: 'b2' opening_seeds { turns: 1 }")}) {
    const auto prepared = PrepareOpened(config);
    ASSERT_THAT(prepared, HasReason(v1::ERROR_REASON_INVALID_CONFIG)) << config;
    EXPECT_THAT(std::string(prepared.status().message()), HasSubstr("opening_seeds"));
  }
  EXPECT_TRUE(PrepareOpened(dice + "opening_seeds { turns: 1 } opening_seeds { turns: 1 }").ok());
}

TEST(GameOpeningTest, TheGameBeginsAfterIt) {
  const StateDriver game(kTwoMoves);
  ASSERT_EQ(game.events().size(), 2u);
  EXPECT_EQ(game.events()[0].turn(), 0);
  EXPECT_THAT(game.events()[0].game_created().config().opening(), ElementsAre("b2", "a1"));
  EXPECT_EQ(game.events()[1].turn(), 2);
  EXPECT_EQ(game.events()[1].text(), "game started");
  EXPECT_THAT(game.events()[1].game_started().board().cells(),
              ElementsAre("O", ".", ".", ".", "X", ".", ".", ".", "."));
  game.ExpectTurn("X", 2);
}

TEST(GameOpeningTest, AGameWithoutOneStartsAsBefore) {
  EXPECT_FALSE(StateDriver().events()[1].game_started().has_board());
}

TEST(GameOpeningTest, UndoNeverCrossesIt) {
  StateDriver game(kTwoMoves);
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  game.Play("c3");
  game.Undo(1);
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  game.Redo(0);
  game.ExpectTurn("O", 3);
}

TEST(GameOpeningTest, ABotIsToMoveAfterIt) {
  StateDriver game(std::string(kBotSecond) + " opening: 'b2'");
  EXPECT_EQ(game.state().BotToMove(), 1);
  game.Play("a1");
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO))
      << "no turn of a person is left to go back to";
}

TEST(GameOpeningTest, ItsMovesAreNobodysSoThatTheGameCanBeCalledOff) {
  StateDriver game("opening: 'b2' opening: 'a1' opening: 'c1'");
  game.Play("a3");
  game.Abandon(0);
}

TEST(GameOpeningTest, MovesAfterItAreNumberedOn) {
  StateDriver game(kTwoMoves);
  EXPECT_EQ(game.Play("c3")[0].move_applied().move().number(), 3);
}

// What is hidden on the board stays so for those who cannot read the opening off it.
TEST(GameOpeningTest, EachAudienceIsShownItsBoard) {
  const std::vector<engine::GameKind> kinds = {TreasureKind()};
  const v1::GameConfig given = ReadConfig(
      "kind: 'treasure' opening: 'aa1' opening: 'b1' opening_seeds { turns: 2 seed: 3 }");
  const v1::GameConfig complete = CompleteConfig(given, kTestMaxPlies, kinds).value();
  StateDriver game(PrepareGame(kTestGameId, complete, kTestMaxPlies, kinds).value());
  for (engine::Viewer viewer : {engine::kSpectator, 0, 1}) {
    EXPECT_EQ(game.views().For(viewer)[1].game_started().board().SerializeAsString(),
              ToProto(game.state().game().PictureFor(viewer)).SerializeAsString());
  }
  EXPECT_NE(game.views().For(0)[1].game_started().board().SerializeAsString(),
            game.views().For(1)[1].game_started().board().SerializeAsString());
}

// --- In a host ---

class OpenedGameTest : public GameHostTest {
 protected:
  static v1::GameConfig Opened(const std::string& text) {
    return ReadConfig("kind: 'tic_tac_toe' " + text);
  }
};

TEST_F(OpenedGameTest, StandsAsOneInWhichTheMovesWerePlayed) {
  const Table opened = host_.Create(Opened(kTwoMoves), kId1);
  const Table played = host_.Create(TicTacToe());
  Play(played, {"b2", "a1"});
  v1::Game expected = host_.Get(played);
  v1::Game game = host_.Get(opened);
  EXPECT_EQ(opened.created.game().SerializeAsString(), game.SerializeAsString());
  for (v1::Game* of : {&expected, &game}) {
    of->clear_game_id();
    of->clear_config();
    of->clear_sequence();
  }
  EXPECT_EQ(game.SerializeAsString(), expected.SerializeAsString());
  v1::ReplayRequest replay;
  replay.set_game_id(opened.game_id);
  const auto frames = host_.Call(&GameHost::Replay, Caller{}, replay).value();
  ASSERT_EQ(frames.frames_size(), 3);
  EXPECT_EQ(frames.frames(1).move().notation(), "b2");
}

TEST_F(OpenedGameTest, ComesBackFromTheJournalAndAnswersRepeats) {
  const Table table = host_.Create(Opened(kTwoMoves), kId1);
  Play(table, {"c3"});
  const std::string before = host_.Get(table).SerializeAsString();
  ASSERT_EQ(host_.EvictAll(), 1u);
  EXPECT_EQ(host_.Get(table).SerializeAsString(), before);
  EXPECT_EQ(host_.Create(Opened("opening: 'b2' opening: 'a1'"), kId1).created.SerializeAsString(),
            table.created.SerializeAsString());
  v1::CreateGameRequest other;
  other.set_request_id(kId1);
  *other.mutable_config() = Opened("opening: 'b2'");
  EXPECT_THAT(host_.TryCreate(other), HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
}

TEST_F(OpenedGameTest, ABotOpensTheGameAfterIt) {
  const Table table = host_.Create(Opened(std::string(kBotSecond) + " opening: 'b2'"));
  const auto watch = Watch(table, 2).value();
  EXPECT_EQ(ReadUntil(*watch, 3).front().actor(), "O");
}

TEST(OpenedGameJournalTest, VerifiesAndANotherOpeningDoesNot) {
  MemoryJournal journal;
  TestHost host(TestOptions(), &journal);
  const Table table = host.Create(ReadConfig("kind: 'tic_tac_toe' opening: 'b2'"));
  ASSERT_TRUE(host.Move(table, 1, "a1").ok());
  std::vector<SharedRecord> records = *journal.Read(table.game_id, 0, kTestMaxPlies);
  EXPECT_TRUE(
      CheckGameForIndexes(table.game_id, records, *journal.ReadSummary(table.game_id)).ok());
  for (const char* opening : {"", "opening: 'a1'", "opening: 'b2' opening: 'c1'"}) {
    v1::GameConfig secret;
    ASSERT_TRUE(secret.ParseFromString(records[0]->secret));
    secret.clear_opening();
    secret.MergeFrom(ReadConfig(opening));
    auto changed = std::make_shared<JournalRecord>(*records[0]);
    changed->secret = secret.SerializeAsString();
    records[0] = changed;
    EXPECT_TRUE(
        absl::IsDataLoss(CheckGameForIndexes(table.game_id, records, std::nullopt).status()))
        << opening;
  }
}

}  // namespace
}  // namespace meeple::service

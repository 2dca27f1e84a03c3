// What each audience is told of a game with hidden moves and with dice.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "google/protobuf/util/time_util.h"
#include "service/core/game_state.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"
#include "service/core/testing/treasure_game.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

class HiddenGameTest : public ::testing::Test {
 protected:
  // A game of treasure with what `config` adds.
  StateDriver Begin(const std::string& config, const StateLimits& limits = {}) {
    const v1::GameConfig given = ReadConfig("kind: 'treasure' " + config);
    const v1::GameConfig complete = CompleteConfig(given, kTestMaxPlies, kinds_).value();
    return StateDriver(PrepareGame(kTestGameId, complete, kTestMaxPlies, kinds_).value(), limits);
  }

  const std::vector<engine::GameKind> kinds_ = {TreasureKind()};
};

void ExpectHidden(const v1::Move& move, int number, const std::string& player) {
  EXPECT_EQ(move.number(), number);
  EXPECT_EQ(move.player_id(), player);
  EXPECT_EQ(move.symbol(), player);
  EXPECT_EQ(move.notation(), "");
  EXPECT_EQ(move.action_case(), v1::Move::ACTION_NOT_SET);
}

TEST_F(HiddenGameTest, AHiddenMoveIsToldToItsSeatOnly) {
  StateDriver game = Begin("seats {} seats {} seats {}");
  game.Play("aa1");
  GroupViews& views = game.views();
  EXPECT_EQ(views.everyone[0].text(), "X buries a treasure");
  ExpectHidden(views.everyone[0].move_applied().move(), 1, "X");
  EXPECT_EQ(views.For(0)[0].text(), "X buries at (0,26)");
  EXPECT_EQ(views.For(0)[0].move_applied().move().notation(), "aa1");
  for (engine::SeatIndex other : {1, 2}) {
    EXPECT_EQ(views.For(other)[0].SerializeAsString(), views.everyone[0].SerializeAsString());
  }
}

TEST_F(HiddenGameTest, UndoAndRedoOfAHiddenMoveHideItToo) {
  StateDriver game = Begin("undo: UNDO_POLICY_FREE");
  game.Play("aa1");
  game.Undo(1);
  EXPECT_EQ(game.views().For(1)[0].text(), "undo: O takes back a hidden move");
  ExpectHidden(game.views().For(1)[0].move_undone().move(), 1, "X");
  EXPECT_EQ(game.views().For(0)[0].text(), "undo: O takes back (0,26)");
  EXPECT_EQ(game.views().For(0)[0].move_undone().move().notation(), "aa1");
  game.Redo(0);
  EXPECT_EQ(game.views().everyone[0].text(), "redo: X buries a treasure");
  ExpectHidden(game.views().everyone[0].move_redone().move(), 1, "X");
  EXPECT_EQ(game.views().For(0)[0].move_redone().move().notation(), "aa1");
}

TEST_F(HiddenGameTest, ARefusalMaySayWhichBoardItMeans) {
  StateDriver game = Begin("");
  const absl::Status outside = game.TryPlay(0, "a9").status();
  EXPECT_THAT(outside, HasReason(v1::ERROR_REASON_OUTSIDE_BOARD));
  EXPECT_EQ(MetadataOf(outside, "rows"), "7");
  EXPECT_EQ(MetadataOf(outside, "columns"), "8");
}

TEST_F(HiddenGameTest, OpenMovesAreToldToAllAlike) {
  StateDriver game = Begin("");
  game.PlayAll({"a1", "b1"});
  for (const char* move : {"c1", "roll"}) {
    game.Play(move);
    for (engine::SeatIndex seat : {0, 1}) {
      EXPECT_EQ(game.views().For(seat)[0].SerializeAsString(),
                game.views().everyone[0].SerializeAsString());
    }
  }
}

TEST_F(HiddenGameTest, TheLastEventRevealsWhatWasHidden) {
  StateDriver game = Begin("seed: 77");
  game.PlayAll({"c1", "aa1"});
  for (const v1::GameEvent& event : game.events()) {
    EXPECT_EQ(event.ShortDebugString().find("77"), std::string::npos) << event.ShortDebugString();
  }
  EXPECT_THAT(TextsOf(game.Play("aa1")), ElementsAre("X digs at (0,26)", "X wins"));
  const EventGroup group = game.Finalise();
  const v1::GameFinal& final = group[0].game_final();
  ASSERT_TRUE(final.has_seed());
  EXPECT_EQ(final.seed(), 77u);
  EXPECT_EQ(final.board().columns(), 30);
  EXPECT_EQ(final.board().cells(2), "X");
  EXPECT_EQ(final.board().cells(26), "O");
}

TEST_F(HiddenGameTest, OpenGamesRevealNothing) {
  StateDriver game;
  game.Abandon(0);
  EXPECT_TRUE(game.views().seats.empty());
  EXPECT_FALSE(game.events().back().game_final().has_seed());
  EXPECT_FALSE(game.events().back().game_final().has_board());
}

TEST_F(HiddenGameTest, TheSeedDecidesWhatIsDrawn) {
  auto rolls = [this](const std::string& config) {
    StateDriver game = Begin(config);
    game.PlayAll({"a1", "b1"});
    std::vector<std::string> texts;
    for (int i = 0; i < 20; ++i) texts.push_back(game.Play("roll")[0].text());
    return texts;
  };
  EXPECT_EQ(rolls("seed: 1"), rolls("seed: 1"));
  EXPECT_NE(rolls("seed: 1"), rolls("seed: 2"));
  EXPECT_NE(rolls(""), rolls("")) << "without one the server draws it";
  EXPECT_EQ(rolls("seed: 0"), rolls("seed: 0")) << "zero is a seed";
}

// --- Undo policy never ---

constexpr char kNever[] = "undo: UNDO_POLICY_NEVER";

TEST(NeverUndoTest, NobodyMayTakeBackOrRedo) {
  StateDriver game(kNever);
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED))
        << "before NOTHING_TO_UNDO";
    EXPECT_THAT(game.TryRedo(seat), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  }
  game.Play("a1");
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
}

TEST(NeverUndoTest, WithoutARematchAResultIsFinalAtOnce) {
  StateDriver game(absl::StrCat(kNever, " seats {} seats { bot { kind: 'random' } }"));
  game.PlayAll({"a1", "b1", "b2", "c1", "c3"});
  EXPECT_EQ(game.events().back().text(), "game final");
  EXPECT_TRUE(game.state().final());
  for (engine::SeatIndex seat : {0, 1}) {
    EXPECT_THAT(game.TryUndo(seat), HasReason(v1::ERROR_REASON_GAME_OVER)) << "before the policy";
    EXPECT_THAT(game.TryRedo(seat), HasReason(v1::ERROR_REASON_GAME_OVER));
  }
}

}  // namespace
}  // namespace meeple::service

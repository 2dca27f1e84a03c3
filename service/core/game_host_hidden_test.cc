// What the callers of a host get to see of a game with hidden information.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/hidden_table.h"
#include "service/core/testing/treasure_game.h"

namespace meeple::service {
namespace {

const std::vector<engine::GameKind>& Kinds() {
  static const auto* kinds = new std::vector<engine::GameKind>{TreasureKind()};
  return *kinds;
}

HostOptions TreasureOptions() {
  HostOptions options = TestOptions();
  options.kinds = Kinds();
  return options;
}

// One game of treasure. All that could differ between two of them is what is buried where.
class TreasureTable : public HiddenTable {
 public:
  TreasureTable() : HiddenTable(TreasureOptions(), Config()) {}

 private:
  static v1::GameConfig Config() {
    v1::GameConfig config;
    config.set_kind("treasure");
    config.set_undo(v1::UNDO_POLICY_FREE);
    config.set_seed(77);
    return config;
  }
};

// Plays one script in which X buries at `treasure`, and returns all that `viewer` gets of it: what
// it reads after each step, and the answers to the calls that are its own.
Seen PlayAndLook(const std::string& treasure, engine::Viewer viewer) {
  TreasureTable game;
  Seen seen;
  auto keep = [&](engine::Viewer caller, std::string answer) {
    if (caller == viewer) seen.push_back(std::move(answer));
    for (std::string& part : game.LookAs(viewer)) seen.push_back(std::move(part));
  };
  auto undo = [&](engine::Viewer caller) { keep(caller, game.Ask(&GameHost::Undo, caller)); };
  auto redo = [&](engine::Viewer caller) { keep(caller, game.Ask(&GameHost::Redo, caller)); };
  auto play = [&](engine::Viewer caller, const std::string& move) {
    keep(caller, game.Move(caller, move));
  };
  play(1, "a1");      // out of turn
  play(0, treasure);  // what is hidden
  undo(1);            // O takes back what it does not know
  redo(1);            // which is not O's
  redo(0);
  play(1, "z1");
  play(0, "b1");
  play(1, "roll");
  undo(1);
  play(1, "d1");
  play(1, "d1");  // out of turn
  play(0, "d1");  // dug already
  play(0, "a9");  // off the strip
  play(0, "roll");
  undo(0);
  return seen;
}

TEST(HiddenInformationTest, WhoeverDoesNotKnowGetsTheSameBytes) {
  for (const engine::Viewer viewer : {engine::kSpectator, engine::Viewer{1}}) {
    const Seen here = PlayAndLook("a1", viewer);
    const Seen there = PlayAndLook("ac1", viewer);  // its notation has another length
    ASSERT_EQ(here.size(), there.size());
    for (size_t i = 0; i < here.size(); ++i) {
      EXPECT_EQ(here[i], there[i]) << "viewer " << viewer << ", answer " << i;
    }
  }
}

TEST(HiddenInformationTest, WhoeverKnowsSeesIt) {
  EXPECT_NE(PlayAndLook("a1", 0), PlayAndLook("ac1", 0));
}

class HiddenHostTest : public testing::Test {
 protected:
  v1::Game Get(engine::Viewer viewer) {
    v1::GetGameResponse response;
    response.ParseFromString(game_.Ask(&GameHost::GetGame, viewer));
    return response.game();
  }
  v1::ListLegalMovesResponse Legal(engine::Viewer viewer) {
    v1::ListLegalMovesResponse response;
    response.ParseFromString(game_.Ask(&GameHost::ListLegalMoves, viewer));
    return response;
  }
  v1::ReplayResponse Replay(engine::Viewer viewer) {
    v1::ReplayResponse response;
    response.ParseFromString(game_.Ask(&GameHost::Replay, viewer));
    return response;
  }

  TreasureTable game_;
};

TEST_F(HiddenHostTest, EachSeatSeesItsOwn) {
  game_.Move(0, "c1");
  game_.Move(1, "e1");
  EXPECT_EQ(Get(0).board().cells(2), "X");
  EXPECT_EQ(Get(0).board().cells(4), ".");
  EXPECT_EQ(Get(1).board().cells(2), ".");
  EXPECT_EQ(Get(1).board().cells(4), "O");
  EXPECT_EQ(Get(engine::kSpectator).board().cells(2), ".");
  EXPECT_EQ(Get(engine::kSpectator).rendered().find("O|"), std::string::npos);
  EXPECT_EQ(Get(0).config().seed(), 0u) << "the seed is nobody's";
}

TEST_F(HiddenHostTest, LegalMovesAreForTheSeatToMove) {
  EXPECT_EQ(Legal(0).moves_size(), 30);
  for (engine::Viewer other : {engine::kSpectator, engine::Viewer{1}}) {
    EXPECT_EQ(Legal(other).moves_size(), 0);
    EXPECT_EQ(Legal(other).sequence(), 2);
  }
  game_.Move(0, "c1");
  EXPECT_EQ(Legal(0).moves_size(), 0);
  EXPECT_EQ(Legal(1).moves_size(), 30);
}

TEST_F(HiddenHostTest, FramesOfAReplayHideWhatIsHidden) {
  game_.Move(0, "c1");
  const v1::ReplayFrame own = Replay(0).frames(1);
  EXPECT_EQ(own.move().notation(), "c1");
  EXPECT_EQ(own.board().cells(2), "X");
  const v1::ReplayFrame other = Replay(1).frames(1);
  EXPECT_EQ(other.move().number(), 1);
  EXPECT_EQ(other.move().player_id(), "X");
  EXPECT_EQ(other.move().notation(), "");
  EXPECT_EQ(other.move().action_case(), v1::Move::ACTION_NOT_SET);
  EXPECT_EQ(other.board().cells(2), ".");
}

TEST_F(HiddenHostTest, TheMoverIsAnsweredWithItsOwnViewAlsoOnRepeat) {
  const auto first = game_.host().Move(game_.table(), 0, "c1", kId2).value();
  EXPECT_EQ(first.move().notation(), "c1");
  EXPECT_EQ(first.events(0).text(), "X buries at (0,2)");
  EXPECT_EQ(game_.host().Move(game_.table(), 0, "c1", kId2)->SerializeAsString(),
            first.SerializeAsString());
}

TEST_F(HiddenHostTest, OnceFinalNothingIsHiddenAndNoEventHasChanged) {
  game_.Move(0, "c1");
  game_.Move(1, "e1");
  auto events = [&](engine::Viewer viewer) {
    v1::ListEventsResponse response;
    response.ParseFromString(game_.Ask(&GameHost::ListEvents, viewer));
    return response;
  };
  std::vector<v1::ListEventsResponse> before;
  for (engine::Viewer viewer : {engine::kSpectator, 0, 1}) before.push_back(events(viewer));
  game_.Ask(&GameHost::Resign, 0);
  AwaitFinal(game_.host(), game_.table());
  for (engine::Viewer viewer : {engine::kSpectator, 0, 1}) {
    EXPECT_EQ(Get(viewer).board().cells(2), "X");
    EXPECT_EQ(Get(viewer).board().cells(4), "O");
    EXPECT_EQ(Replay(viewer).frames(1).move().notation(), "c1");
    const v1::ListEventsResponse all = events(viewer);
    const v1::ListEventsResponse& early = before[static_cast<size_t>(viewer + 1)];
    for (int i = 0; i < early.events_size(); ++i) {
      EXPECT_EQ(all.events(i).SerializeAsString(), early.events(i).SerializeAsString());
    }
    EXPECT_EQ(all.events().rbegin()->game_final().seed(), 77u);
    EXPECT_EQ(all.events().rbegin()->game_final().board().cells(4), "O");
  }
}

TEST(HiddenJournalTest, TheJournalKeepsSeedsSecretAndEachViewOnce) {
  MemoryJournal journal;
  TestHost host(TreasureOptions(), &journal);
  v1::GameConfig config;
  config.set_kind("treasure");
  const Table table = host.Create(config);
  ASSERT_TRUE(host.Move(table, 0, "c1").ok());
  const std::vector<SharedRecord> records = journal.Read(table.game_id, 0, 10).value();
  v1::GameConfig secret;
  ASSERT_TRUE(secret.ParseFromString(records[0]->secret));
  EXPECT_TRUE(secret.has_seed());
  EXPECT_FALSE(table.created.game().config().has_seed());
  EXPECT_TRUE(records[0]->seat_events.empty());
  EXPECT_TRUE(records[1]->seat_events.empty());
  ASSERT_EQ(records[2]->seat_events.size(), 1u) << "only where it differs";
  EXPECT_EQ(records[2]->seat_events[0].seat, 0);
  EXPECT_EQ(&records[2]->EventFor(0), &records[2]->seat_events[0].event);
  EXPECT_EQ(&records[2]->EventFor(1), &records[2]->public_event);
  EXPECT_EQ(&records[2]->EventFor(engine::kSpectator), &records[2]->public_event);
}

TEST(HiddenKindsTest, ListsSayWhatKindsHide) {
  TestHost host(TreasureOptions());
  const auto kinds = host.Call(&GameHost::ListGameKinds, Caller{}, v1::ListGameKindsRequest());
  ASSERT_EQ(kinds->kinds_size(), 1);
  EXPECT_TRUE(kinds->kinds(0).hidden_information());
  EXPECT_TRUE(kinds->kinds(0).chance());
  EXPECT_EQ(kinds->kinds(0).default_undo(), v1::UNDO_POLICY_NEVER);
}

}  // namespace
}  // namespace meeple::service

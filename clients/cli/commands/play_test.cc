// `meeple play` as scripts use it, against a fake server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "clients/cli/testing/program_test.h"

namespace meeple::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using PlayTest = ProgramTest;

TEST_F(PlayTest, TwoPlayersPlayTheirMovesEachInTurn) {
  server_.service().EndGameAtMove(5);
  ProgramRun x;
  ProgramRun o;
  {
    const std::jthread player_o([&] {
      o = Run({"play", "game1", "--credential", "m1.O", "--moves", "b1,c1"});
    });
    x = Run({"play", "game1", "--credential", "m1.X", "--moves", "a1,b2,c3"});
  }
  EXPECT_EQ(x.exit_code, 0) << x.err;
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_THAT(x.out, HasSubstr("You play X."));
  EXPECT_THAT(o.out, HasSubstr("You play O."));
  EXPECT_EQ(CountOf(x.out, "O plays b1"), 1);
  EXPECT_THAT(x.out, EndsWith("X wins\nX|O|O\n.|X|.\n.|.|X\n"));
}

TEST_F(PlayTest, PlayersResumeWithoutGapOrRepeat) {
  server_.service().EndGameAtMove(5);
  for (int i = 0; i < 6; ++i) server_.service().BreakNextWatchAfter(i % 2);
  ProgramRun x;
  ProgramRun o;
  {
    const std::jthread player_o([&] {
      o = Run({"play", "game1", "--credential", "m1.O", "--moves", "b1,c1,a3"});
    });
    x = Run({"play", "game1", "--credential", "m1.X", "--moves", "a1,b2,c3"});
  }
  EXPECT_EQ(x.exit_code, 0) << x.err;
  EXPECT_EQ(o.exit_code, 0) << o.err;
  // O may have come to the table after the first move.
  EXPECT_EQ(CountOf(x.out, "X plays a1"), 1) << x.out;
  EXPECT_LE(CountOf(o.out, "X plays a1"), 1) << o.out;
  for (const char* move : {"O plays b1", "X plays b2", "O plays c1", "X plays c3"}) {
    EXPECT_EQ(CountOf(o.out, move), 1) << move << o.out;
    EXPECT_EQ(CountOf(x.out, move), 1) << move << x.out;
  }
}

TEST_F(PlayTest, APlayerWhoseAnswerIsLostPlaysOnce) {
  server_.service().EndGameAtMove(1);
  server_.service().LoseNextAnswer();
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.X", "--moves", "a1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(CountOf(run.out, "X plays a1"), 1);
}

TEST_F(PlayTest, AMoveThatIsRefusedEndsAListedGame) {
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.X", "--moves", "z9"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("outside the board of 3 rows and 3 columns"));
}

TEST_F(PlayTest, PlayReadsMovesFromAPipe) {
  server_.service().EndGameAtMove(3);
  ProgramRun x;
  {
    const std::jthread player_o([&] {
      Run({"play", "game1", "--credential", "m1.O", "--moves", "b1"});
    });
    x = Run({"play", "game1", "--credential", "m1.X"}, "moves\na1\n\nb2");
  }
  EXPECT_EQ(x.exit_code, 0) << x.err;
  EXPECT_THAT(x.out, HasSubstr("X may play\n"));
  EXPECT_GE(CountOf(x.out, "X wins\nX|O|.\n.|X|.\n.|.|.\n"), 1) << x.out;
}

TEST_F(PlayTest, InAPipeTheBoardFollowsEachMove) {
  server_.service().EndGameAtMove(1, /*is_final=*/false);
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.X"}, "a1\nundo\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("You play X.\nX to play\n.|.|.\n.|.|.\n.|.|.\n X plays a1"));
  EXPECT_THAT(run.out, HasSubstr("X wins\nX wins\nX|.|.\n.|.|.\n.|.|.\n undo"));
  EXPECT_THAT(run.out, EndsWith("X to play\n.|.|.\n.|.|.\n.|.|.\n"));
}

TEST_F(PlayTest, PlayPrintsWhatTheWatchBringsAsJson) {
  server_.service().EndGameAtMove(1);
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.X", "--moves", "a1", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith(R"({"events":{"events":[{"sequence":"3")"));
}

TEST_F(PlayTest, PlayMakesANewGameAgainstABot) {
  server_.service().EndGameAtMove(1);
  const ProgramRun run = Run({"play", "tic_tac_toe", "--moves", "a1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const v1::GameConfig config = server_.service().creations()[0].config();
  EXPECT_TRUE(config.seats(0).has_held());
  EXPECT_EQ(config.seats(1).bot().kind(), "perfect");
  EXPECT_THAT(run.out, HasSubstr("watch game1"));
}

TEST_F(PlayTest, ABotMayBegin) {
  Run({"play", "tic_tac_toe", "--bot", "random#5", "--second", "--name", "anna", "--moves", "a1"});
  const v1::GameConfig config = server_.service().creations()[0].config();
  EXPECT_EQ(config.seats(0).bot().seed(), 5);
  EXPECT_EQ(config.seats(1).player_id(), "anna");
}

TEST_F(PlayTest, ACredentialOfNoSeatIsRefusedAtOnce) {
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.Z", "--moves", "a1"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(server_.service().watches().empty());
}

}  // namespace
}  // namespace meeple::cli

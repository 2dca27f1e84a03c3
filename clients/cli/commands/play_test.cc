// `meeple play` as scripts use it, against a fake server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stop_token>
#include <thread>

#include "clients/cli/testing/program_test.h"

namespace meeple::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
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

TEST_F(PlayTest, BotsAnswerTheLastMoveBeforeItEnds) {
  v1::Seat bot;
  bot.mutable_bot()->set_kind("random");
  server_.service().ChangeSeat(1, bot);
  for (const bool is_piped : {false, true}) {
    const size_t before = server_.service().submissions().size();
    const std::jthread answer([&] {
      while (server_.service().submissions().size() == before) std::this_thread::yield();
      Run({"move", "game1", is_piped ? "b2" : "b1", "--credential", "m1.O"});
    });
    const ProgramRun run = is_piped
                               ? Run({"play", "game1", "--credential", "m1.X"}, "a2\n")
                               : Run({"play", "game1", "--credential", "m1.X", "--moves", "a1"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(is_piped ? "O plays b2" : "O plays b1"));
  }
}

constexpr char kWayBack[] = "To come back:\n  ./meeple --server=";

TEST_F(PlayTest, WhoLeavesAGameThatGoesOnIsToldTheWayBack) {
  for (const ProgramRun& run : {Run({"play", "game1", "--credential", "m1.X"}, "show\n"),
                                Run({"play", "tic_tac_toe", "--moves", "a1"})}) {
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, StartsWith(kWayBack));
    EXPECT_THAT(run.err, EndsWith("play game1 --credential m1.X\n"));
    EXPECT_THAT(run.out, Not(HasSubstr("come back")));
  }
  Run({"move", "game1", "b1", "--credential", "m1.O"});
  const ProgramRun document = Run({"play", "tic_tac_toe", "--moves", "c1", "--json"});
  EXPECT_EQ(document.err, "") << "the first document has the credential";
}

TEST_F(PlayTest, TheWayBackStandsBelowAnError) {
  const ProgramRun refused = Run({"play", "game1", "--credential", "m1.X", "--moves", "z9"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr(kWayBack));
  server_.service().Close();
  const ProgramRun lost =
      Run({"play", "game1", "--credential", "m1.O", "--moves", "b1", "--patience", "0.01"});
  EXPECT_EQ(lost.exit_code, 3) << lost.err;
  EXPECT_THAT(lost.err, EndsWith("play game1 --credential m1.O\n"));
}

TEST_F(PlayTest, AnInterruptionInAPipeTellsTheWayBack) {
  std::stop_source stop;
  const std::jthread interrupter([&] {
    while (server_.service().watches().empty()) std::this_thread::yield();
    stop.request_stop();
  });
  const ProgramRun run = RunProgram(
      {"play", "game1", "--credential", "m1.O", "--moves", "b1", "--server=" + server_.address()},
      "", stop.get_token());
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(run.err, HasSubstr("play game1 --credential m1.O"));
}

TEST_F(PlayTest, AGameThatIsOverHasNoWayBack) {
  server_.service().EndGameAtMove(1);
  EXPECT_EQ(Run({"play", "tic_tac_toe", "--moves", "a1"}).err, "");
}

TEST_F(PlayTest, AnInvitationIsToldFromACredentialToPlay) {
  v1::Seat invited;
  invited.set_status(v1::SEAT_STATUS_INVITED);
  server_.service().ChangeSeat(1, invited);
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.invitation"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("if it is an invitation, first type `meeple join game1`"));
}

TEST_F(PlayTest, ACredentialOfNoSeatIsRefusedAtOnce) {
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.Z", "--moves", "a1"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(server_.service().watches().empty());
}

}  // namespace
}  // namespace meeple::cli

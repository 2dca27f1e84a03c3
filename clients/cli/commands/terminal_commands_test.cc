// The program as a person at a terminal uses it, against a fake server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "clients/cli/testing/fake_server.h"
#include "clients/cli/testing/run_program.h"
#include "clients/cli/testing/test_terminal.h"

namespace meeple::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class TerminalCommandsTest : public ::testing::Test {
 protected:
  std::vector<std::string> AtServer(std::vector<std::string> arguments) {
    arguments.push_back("--server=" + server_.address());
    return arguments;
  }

  std::vector<std::string> PlayAs(const std::string& player) {
    return AtServer({"play", "game1", "--credential", FakeToken(player)});
  }

  void Move(const std::string& player, const std::string& move) {
    ASSERT_EQ(
        RunProgram(AtServer({"move", "game1", move, "--credential", FakeToken(player)})).exit_code,
        0);
  }

  FakeServer server_;
};

TEST_F(TerminalCommandsTest, APersonPlaysAndSeesTheOtherSideLive) {
  TestTerminal terminal(PlayAs("X"));
  terminal.ReadUntil("your move (X) > ");
  terminal.Type("b3\x7f");
  terminal.Type("2\r");
  EXPECT_THAT(terminal.ReadUntil("O to move > "), HasSubstr("X plays b2"));
  terminal.Type("half");
  terminal.ReadUntil("half");
  Move("O", "a1");
  EXPECT_THAT(terminal.ReadUntil("your move (X) > half"), HasSubstr("O plays a1"));
  terminal.Type("\x15quit\r");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_THAT(terminal.Rest(), HasSubstr("play game1 --credential m1.X"));
  EXPECT_TRUE(terminal.IsAsBefore());
}

TEST_F(TerminalCommandsTest, APersonJoinsAGameOfTheLobbyByKey) {
  TestTerminal terminal(AtServer({"lobby", "--kind", "reversi", "--name", "O"}));
  terminal.ReadUntil(" > ");
  EXPECT_THAT(terminal.ReadUntil("q ends"), HasSubstr("an open seat as"));
  terminal.Type("j\r");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_THAT(terminal.Rest(), HasSubstr("play game1 --credential m1.O"));
  EXPECT_EQ(server_.lobby().joins()[0].player_id(), "O");
  EXPECT_TRUE(terminal.IsAsBefore());
}

TEST_F(TerminalCommandsTest, ALobbyIsLeftByKey) {
  TestTerminal terminal(AtServer({"lobby", "--kind", "reversi"}));
  terminal.ReadUntil("q ends");
  terminal.Type("q");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_TRUE(terminal.IsAsBefore());
}

TEST_F(TerminalCommandsTest, ALobbyFollowsTheSizeOfItsTerminal) {
  TestTerminal terminal(AtServer({"lobby", "--kind", "reversi"}));
  terminal.ReadUntil(" > ");
  EXPECT_THAT(terminal.ReadUntil("q ends"), HasSubstr("an open seat as"));
  terminal.Resize(20, 8);
  EXPECT_THAT(terminal.ReadUntil("Enter joins; Up"), Not(HasSubstr("an open seat as")));
  terminal.Type("q");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_THAT(terminal.Rest(), Not(HasSubstr("q ends")));
}

TEST_F(TerminalCommandsTest, ADumbTerminalGetsNoColors) {
  const char* before = std::getenv("TERM");
  const std::string usual = before == nullptr ? "" : before;
  const auto show = [this](const char* name) {
    setenv("TERM", name, 1);
    TestTerminal terminal(AtServer({"show", "game1"}));
    EXPECT_EQ(terminal.Wait(), 0);
    return terminal.Rest();
  };
  EXPECT_THAT(show("xterm"), HasSubstr("\x1b["));
  EXPECT_THAT(show("dumb"), Not(HasSubstr("\x1b")));
  setenv("TERM", usual.c_str(), 1);
}

TEST_F(TerminalCommandsTest, ARefusalLetsThePersonTryAgain) {
  Move("X", "a1");
  TestTerminal terminal(PlayAs("O"));
  terminal.ReadUntil("your move (O) > ");
  terminal.Type("a1\r");
  terminal.ReadUntil("that cell is taken");
  terminal.Type("z9\r");
  terminal.ReadUntil("outside the board");
  terminal.Type("moves\r");
  terminal.ReadUntil("b1  c1");
  terminal.Type("b1\r");
  terminal.ReadUntil("X to move > ");
  terminal.Type("c1\r");
  terminal.ReadUntil("it is not your turn: X is to move");
  terminal.Type("\x04");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST_F(TerminalCommandsTest, AWinMayBeTakenBackUntilItIsFinal) {
  server_.service().EndGameAtMove(1, /*is_final=*/false);
  TestTerminal terminal(PlayAs("X"));
  terminal.ReadUntil("your move (X) > ");
  terminal.Type("a1\r");
  EXPECT_THAT(terminal.ReadUntil("game over; rematch, undo or quit > "), HasSubstr("X wins"));
  terminal.Type("undo\r");
  terminal.ReadUntil("your move (X) > ");
  server_.service().EndGameAtMove(1, /*is_final=*/true);
  terminal.Type("b2\r");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_THAT(terminal.Rest(), HasSubstr("The result is final."));
}

TEST_F(TerminalCommandsTest, AResignationIsAskedForTwice) {
  TestTerminal terminal(PlayAs("X"));
  terminal.ReadUntil("your move (X) > ");
  terminal.Type("resign\r");
  terminal.ReadUntil("give the game up? (yes or no) > ");
  terminal.Type("no\r");
  terminal.ReadUntil("You play on.");
  terminal.Type("help\r");
  terminal.ReadUntil("undo     takes the last move back");
  terminal.Type("quit\r");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST_F(TerminalCommandsTest, HelpListsWhatTheGameLetsOneSay) {
  TestTerminal terminal(PlayAs("X"));
  terminal.ReadUntil("your move (X) > ");
  terminal.Type("help\r");
  EXPECT_THAT(terminal.ReadUntil("quit     leaves; the game goes on"),
              AllOf(HasSubstr("draw     offers"), HasSubstr("resign "), HasSubstr("accept 12"),
                    Not(HasSubstr("rematch"))));
  terminal.Type("quit\r");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST_F(TerminalCommandsTest, AgainstABotThereIsNobodyToOfferAnythingTo) {
  v1::Seat bot;
  bot.mutable_bot()->set_kind("random");
  server_.service().ChangeSeat(1, bot);
  server_.service().EndGameAtMove(1, /*is_final=*/false);
  TestTerminal terminal(
      AtServer({"play", "tic_tac_toe", "--bot", "random#3", "--name", "anna", "-p", "size=3"}));
  terminal.ReadUntil("your move (X) > ");
  terminal.Type("help\r");
  EXPECT_THAT(
      terminal.ReadUntil("quit     leaves; the game goes on"),
      AllOf(HasSubstr("resign "), Not(HasSubstr("draw     offers")), Not(HasSubstr("accept"))));
  terminal.Type("a1\r");
  terminal.ReadUntil("game over; undo or quit > ");
  terminal.Type("help\r");
  EXPECT_THAT(terminal.ReadUntil("quit     leaves"),
              AllOf(Not(HasSubstr("resign ")), Not(HasSubstr("rematch"))));
  terminal.Type("quit\r");
  EXPECT_EQ(terminal.Wait(), 0);
  const std::string farewell = terminal.Rest();
  EXPECT_THAT(farewell, HasSubstr("replay game1"));
  for (const char* option :
       {"play tic_tac_toe ", " --bot 'random#3'", " --name anna", " --parameter size=3"}) {
    EXPECT_THAT(farewell, HasSubstr(option));
  }
}

TEST_F(TerminalCommandsTest, BeforeTheGameThereAreNoMoves) {
  server_.service().Postpone();
  TestTerminal terminal(PlayAs("X"));
  terminal.ReadUntil("waiting for players > ");
  terminal.Type("moves\r");
  terminal.ReadUntil("There are no moves: the game has not started.");
  terminal.Type("quit\r");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST_F(TerminalCommandsTest, ALostConnectionIsToldAboveThePrompt) {
  server_.service().BreakNextWatchAfter(0);
  TestTerminal terminal(PlayAs("X"));
  terminal.ReadUntil("(the connection was lost (connection reset); trying to come back)");
  terminal.ReadUntil("(connected again)");
  terminal.Type("a1\r");
  terminal.ReadUntil("X plays a1");
  terminal.Type("quit\r");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST_F(TerminalCommandsTest, AReplayIsSteppedThroughByKeys) {
  Move("X", "a1");
  Move("O", "b1");
  TestTerminal terminal(AtServer({"replay", "game1"}));
  terminal.ReadUntil("turn 0 of 2: the beginning");
  terminal.Type("\x1b[C");
  terminal.ReadUntil("turn 1 of 2: X plays a1");
  terminal.Type("\x1b[F");
  terminal.ReadUntil("turn 2 of 2: O plays b1");
  terminal.Type("\x1b[D");
  terminal.ReadUntil("turn 1 of 2");
  terminal.Type("q");
  EXPECT_EQ(terminal.Wait(), 0);
  EXPECT_THAT(terminal.Rest(), HasSubstr("\x1b[?1049l"));
  EXPECT_TRUE(terminal.IsAsBefore());
}

TEST_F(TerminalCommandsTest, AReplayRunsByItself) {
  Move("X", "a1");
  Move("O", "b1");
  TestTerminal terminal(AtServer({"replay", "game1", "--speed", "0"}));
  terminal.ReadUntil("turn 2 of 2");
  terminal.Type("q");
  EXPECT_EQ(terminal.Wait(), 0);
}

}  // namespace
}  // namespace meeple::cli

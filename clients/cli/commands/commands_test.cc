// A game that is played, read and watched, as scripts see it, against a fake server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_split.h"
#include "clients/cli/testing/program_test.h"

namespace meeple::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

using CommandsTest = ProgramTest;

TEST_F(CommandsTest, ShowPrintsTheRenderedBoard) {
  PlayMoves({"b2"});
  EXPECT_THAT(Run({"show", "game1"}).out, EndsWith("\nO to play\n.|.|.\n.|X|.\n.|.|.\n"));
  EXPECT_EQ(FromJson<v1::GetGameResponse>(Run({"show", "game1", "--json"}).out).game().sequence(),
            3);
}

TEST_F(CommandsTest, ShowDrawsWhenAskedTo) {
  PlayMoves({"b2"});
  const ProgramRun run = Run({"show", "game1", "--color=always"});
  EXPECT_THAT(run.out, HasSubstr("┌───┬───┬───┐"));
  EXPECT_THAT(run.out, HasSubstr("\x1b[1;36;7m X \x1b[0m"));
}

TEST_F(CommandsTest, MovesListsNotations) {
  PlayMoves({"a1"});
  EXPECT_EQ(Run({"moves", "game1"}).out, "b1\nc1\na2\nb2\nc2\na3\nb3\nc3\n");
}

TEST_F(CommandsTest, MovePrintsWhatHappened) {
  const ProgramRun run = Run({"move", "game1", "a1", "--credential", "m1.X"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "   3  X plays a1  a1\nO to play\nX|.|.\n.|.|.\n.|.|.\n");
  EXPECT_EQ(server_.service().authorizations()[0], "Bearer m1.X");
}

TEST_F(CommandsTest, MoveCanExpectAPosition) {
  PlayMoves({"a1"});
  const ProgramRun run = Run({"move", "game1", "b1", "--credential", "m1.O", "--expect", "2"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("the position has changed"));
}

TEST_F(CommandsTest, EventsGoOverAllPages) {
  PlayMoves({"a1", "b1", "c1"});
  const ProgramRun run = Run({"events", "game1"});
  EXPECT_EQ(CountOf(run.out, "\n"), 5);
  EXPECT_THAT(run.out, HasSubstr("   1  game created\n"));
  const auto json =
      FromJson<v1::ListEventsResponse>(Run({"events", "game1", "--json", "--after", "1"}).out);
  EXPECT_EQ(json.events_size(), 4);
  EXPECT_EQ(json.events(0).sequence(), 2);
  const ProgramRun beyond = Run({"events", "game1", "--after", "99"});
  EXPECT_EQ(beyond.exit_code, 1);
  EXPECT_THAT(beyond.err, HasSubstr("the newest event of the game is 5"));
}

TEST_F(CommandsTest, ReplayPrintsAllFramesAndEndsWithTheBoard) {
  PlayMoves({"a1", "b1", "c1"});
  const ProgramRun run = Run({"replay", "game1"});
  EXPECT_THAT(run.out, StartsWith("turn 0 of 3: the beginning\nX to play\n.|.|.\n.|.|.\n.|.|.\n\n"
                                  "turn 1 of 3: X plays a1\nO to play\nX|.|.\n"));
  EXPECT_THAT(run.out, EndsWith("O to play\nX|O|X\n.|.|.\n.|.|.\n"));
  EXPECT_EQ(CountOf(Run({"replay", "game1", "--from", "1", "--to", "2"}).out, "turn "), 2);
  const auto json = FromJson<v1::ReplayResponse>(Run({"replay", "game1", "--json"}).out);
  EXPECT_EQ(json.frames_size(), 4);
}

TEST_F(CommandsTest, UndoTakesBack) {
  PlayMoves({"a1"});
  const ProgramRun run = Run({"undo", "game1", "--credential", "m1.X"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("X to play\n.|.|.\n"));
  const ProgramRun again = Run({"undo", "game1", "--credential", "m1.X"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.err, HasSubstr("no move to take back"));
}

TEST_F(CommandsTest, KindsListsParametersAndBots) {
  const ProgramRun run = Run({"kinds"});
  EXPECT_THAT(run.out, HasSubstr("-p size=3  (3 to 100)"));
  EXPECT_THAT(run.out, HasSubstr("--seat bot:perfect"));
  EXPECT_THAT(run.out, Not(HasSubstr("Moves are written")));
}

TEST_F(CommandsTest, KindsShowsOneKindInFull) {
  const ProgramRun run = Run({"kinds", "tic_tac_toe"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("-p size=3  (3 to 100)"), HasSubstr("Moves are written b2"),
                             HasSubstr("--undo=never")));
  const auto json =
      FromJson<v1::ListGameKindsResponse>(Run({"kinds", "tic_tac_toe", "--json"}).out);
  EXPECT_EQ(json.kinds_size(), 1);
  const ProgramRun unknown = Run({"kinds", "chess"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("'chess'; it plays tic_tac_toe, reversi\n"));
}

TEST_F(CommandsTest, BeforeTheGameThereAreNoMoves) {
  server_.service().Postpone();
  EXPECT_EQ(Run({"moves", "game1"}).out, "no moves: the game has not started\n");
}

TEST_F(CommandsTest, AfterTheGameThereAreNoMoves) {
  server_.service().EndGameAtMove(1);
  PlayMoves({"a1"});
  EXPECT_EQ(Run({"moves", "game1"}).out, "no moves: the game is over\n");
}

TEST_F(CommandsTest, AWatchSaysThatItWaitsForTheResultToBeFinal) {
  server_.service().EndGameAtMove(1, /*is_final=*/false);
  PlayMoves({"a1"});
  EXPECT_EQ(Run({"watch", "game1", "--until-finish"}).err, "");
  const size_t before = server_.service().watches().size();
  const std::jthread players([&] {
    while (server_.service().watches().size() == before) std::this_thread::yield();
    Run({"undo", "game1", "--credential", "m1.X"});
    server_.service().EndGameAtMove(1);
    PlayMoves({"b1"});
  });
  const ProgramRun run = Run({"watch", "game1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(CountOf(run.err, "waiting until the result is final (--until-finish ends here)"), 1)
      << run.err;
}

TEST_F(CommandsTest, WatchPrintsEventsAndPositionsThroughBreaks) {
  server_.service().EndGameAtMove(3);
  PlayMoves({"a1", "b1", "c1"});
  server_.service().BreakNextWatchAfter(1);
  server_.service().BreakNextWatchAfter(0);
  server_.service().BreakNextWatchAfter(3);
  const ProgramRun run = Run({"watch", "game1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* line : {"   1  game created\n", "   2  game started\n", "   3  X plays a1  a1\n",
                           "   4  O plays b1  b1\n", "   5  X plays c1  c1\n", "   6  X wins\n",
                           "   7  game final\n"}) {
    EXPECT_EQ(CountOf(run.out, line), 1) << line << run.out;
  }
  EXPECT_THAT(run.out, HasSubstr("   6  X wins\nX wins\nX|O|X\n"));
  EXPECT_THAT(run.err, HasSubstr("the connection was lost"));
  EXPECT_THAT(run.err, HasSubstr("connected again"));
}

TEST_F(CommandsTest, WatchPrintsOneJsonDocumentALine) {
  server_.service().EndGameAtMove(1);
  PlayMoves({"a1"});
  server_.service().BreakNextWatchAfter(2);
  const ProgramRun run = Run({"watch", "game1", "--after", "1", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  int64_t sequence = 1;
  for (const auto line : absl::StrSplit(run.out, '\n', absl::SkipEmpty())) {
    const auto message = FromJson<v1::WatchGameResponse>(std::string(line));
    for (const v1::GameEvent& event : message.events().events()) {
      EXPECT_EQ(event.sequence(), ++sequence);
    }
  }
  EXPECT_EQ(sequence, 5);
  EXPECT_THAT(run.err, IsEmpty());
}

TEST_F(CommandsTest, WatchOfAnUnknownGameIsRefused) {
  EXPECT_EQ(Run({"watch", "nogame"}).exit_code, 1);
}

TEST_F(CommandsTest, NoTextOfTheServerReachesTheTerminalRaw) {
  server_.service().RenameX("\x1b[2J\x07\u202e");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"show", "game1", "--color=never"},
                                             {"create", "tic_tac_toe"},
                                             {"moves", "game1"},
                                             {"replay", "game1"},
                                             {"show", "no\x1bgame"}}) {
    const ProgramRun run = Run(arguments);
    EXPECT_EQ((run.out + run.err).find_first_of("\x1b\x07"), std::string::npos)
        << ::testing::PrintToString(arguments);
  }
}

TEST_F(CommandsTest, AStopEndsAWatchWell) {
  std::stop_source stop;
  stop.request_stop();
  const ProgramRun run = RunProgram({"watch", "game1", "--json", "--server=" + server_.address()},
                                    "", stop.get_token());
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, IsEmpty());
}

}  // namespace
}  // namespace meeple::cli

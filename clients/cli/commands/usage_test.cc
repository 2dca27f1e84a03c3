// What all commands share, as scripts see it: their options, help, errors and repeated calls.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/program.h"
#include "clients/cli/testing/program_test.h"

namespace meeple::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const grpc::Status kUnavailable(grpc::StatusCode::UNAVAILABLE, "connection reset");

using UsageTest = ProgramTest;

TEST_F(UsageTest, GlobalOptionsMayStandBeforeOrAfterTheCommand) {
  const std::string server = "--server=" + server_.address();
  const ProgramRun before = RunProgram({server, "--json", "show", "game1"});
  const ProgramRun after = RunProgram({"show", "game1", "--json", server});
  EXPECT_EQ(before.exit_code, 0) << before.err;
  EXPECT_EQ(before.out, after.out);
}

TEST_F(UsageTest, RefusalsNameTheNextStep) {
  const ProgramRun turn = Run({"move", "game1", "a1", "--credential", "m1.O"});
  EXPECT_EQ(turn.exit_code, 1);
  EXPECT_THAT(turn.err, StartsWith("meeple: it is not your turn: X is to move\n"));
  EXPECT_THAT(turn.out, IsEmpty());
  const ProgramRun game = Run({"show", "nogame"});
  EXPECT_EQ(game.exit_code, 1);
  EXPECT_THAT(game.err, StartsWith("meeple: there is no such game"));
  const ProgramRun credential = Run({"move", "game1", "a1"});
  EXPECT_THAT(credential.err, HasSubstr("--credential TOKEN"));
}

TEST_F(UsageTest, RefusalsAreJsonWhereJsonIsAskedFor) {
  const ProgramRun run = Run({"move", "game1", "a1", "--credential", "m1.O", "--json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr(R"("reason":"NOT_YOUR_TURN")"), EndsWith("}\n")));
  const ProgramRun usage = RunProgram({"move", "--json"});
  EXPECT_EQ(usage.exit_code, 2);
  EXPECT_THAT(usage.err, HasSubstr(R"("code":"USAGE")"));
}

TEST_F(UsageTest, UsageErrorsHaveTheirOwnExitCode) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {},
           {"fly"},
           {"show"},
           {"show", "game1", "extra"},
           {"show", "game1", "--color=pink"},
           {"show", "game1", "--timeout=0"},
           {"show", "game1", "--timeout=nan"},
           {"show", "game1", "--timeout=inf"},
           {"show", "game1", "--timeout=ten"},
           {"watch", "game1", "--patience=nan"},
           {"replay", "game1", "--speed=nan"},
           {"top", "--interval=nan"},
           {"top", "--interval=inf"},
           {"top", "--interval=1e309"},
           {"show", "game1", "--credential", "m1.\x1b"},
           {"watch", "game1", "--after", "-1"},
           {"watch", "game1", "--after", "1", "--snapshot"},
           {"create", "tic_tac_toe", "-p", "size"},
           {"create", "tic_tac_toe", "--seat", "=X"},
           {"play", "game1"},
           {"replay", "game1", "--from", "9"},
           {"create", "tic_tac_toe", "--undo=sometimes"},
           {"create", "tic_tac_toe", "--seed=-1"},
           {"create", "tic_tac_toe", "--opening-seed=7"},
           {"fork", "game1", "--turn=-1"},
           {"create", "tic_tac_toe", "--seed=18446744073709551616"},
           {"create", "tic_tac_toe", "--turn-limit=99999999999"},
           {"games", "--most", "99999999999"},
           {"scores", "--most", "99999999999"},
           {"fork", "game1", "--turn", "99999999999"},
           {"replay", "game1", "--to", "99999999999"},
           {"join", "game1", "--seat", "99999999999"},
           {"takeover", "game1", "--seat", "99999999999"},
           {"move", "game1", "a1", "--expect", "9223372036854775808"},
           {"events", "game1", "--after", "18446744073709551615"},
           {"watch", "game1", "--after", "9223372036854775808"},
           {"answer", "game1", "accept", "--offer", "9223372036854775808"},
           {"offer", "game1", "draw", "--expires", "604801"},
           {"offer", "game1", "draw", "--swap=perhaps"},
       }) {
    const ProgramRun run = Run(arguments);
    EXPECT_EQ(run.exit_code, 2) << ::testing::PrintToString(arguments) << run.err;
    EXPECT_THAT(run.err, AllOf(StartsWith("meeple: "), Not(HasSubstr("Could not convert"))));
  }
}

TEST_F(UsageTest, UsageErrorsNameWhatIsWrongAndWhereToRead) {
  const std::string in_all = "        `meeple --help`";
  const std::string in_replay = "        `meeple replay --help`";
  struct Row {
    std::vector<std::string> arguments;
    std::string message;
    std::string advice;
  };
  for (const auto& [arguments, message, advice] : std::vector<Row>{
           {{}, "meeple: say what to do", in_all},
           {{"frob"}, "meeple: there is no command 'frob'\n", in_all},
           {{"--frob"}, "meeple: there is no option '--frob'\n", in_all},
           {{"--server=", "kinds"}, "meeple: --server= needs a value\n", in_all},
           {{"replay", "game1", "--from", "-1"},
            "meeple: --from: write a whole number from 0, not '-1'\n",
            in_replay},
           {{"replay", "game1", "--from", "012"},
            "meeple: --from: write a whole number from 0 to 2147483647 without zeros before it, "
            "not "
            "'012'\n",
            in_replay},
           {{"replay", "game1", "--from", "99999999999"},
            "meeple: --from: write a whole number from 0 to 2147483647, not '99999999999'\n",
            in_replay},
           {{"offer", "game1", "draw", "--expires", "99999999999"},
            "meeple: --expires: write a whole number from 0 to 604800, not '99999999999'\n",
            "        `meeple offer --help`"},
           {{"replay", "game1", "--json=maybe"}, "meeple: --json does not take 'maybe'\n", in_all},
           {{"replay", "game1", "--timeout=5 "}, "meeple: --timeout does not take '5 '\n", in_all},
           {{"replay", "game1", "--color", "sometimes"},
            "meeple: --color: write auto, always or never, not 'sometimes'\n",
            in_all},
           {{"replay"}, "meeple: GAME_ID is required\n", in_replay},
       }) {
    const ProgramRun run = RunProgram(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_THAT(run.err, AllOf(StartsWith(message), HasSubstr("\n" + advice)));
  }
}

TEST_F(UsageTest, TellsItsVersion) {
  const ProgramRun run = RunProgram({"--version"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, ::testing::MatchesRegex("meeple [0-9.]+\n"));
}

TEST_F(UsageTest, ALostOutputIsAFailure) {
  std::ofstream full("/dev/full");
  if (!full) GTEST_SKIP() << "no /dev/full here";
  for (const std::string command : {"show", "--help"}) {
    std::ostringstream err;
    Program program;
    AddAllCommands(program);
    const ExitCode code =
        program.Run({command, "game1", "--server=" + server_.address()}, {.out = full, .err = err});
    EXPECT_EQ(code, kOutputLost) << command;
    EXPECT_THAT(err.str(), StartsWith("meeple: the output could not be written"));
    full.clear();
  }
}

TEST_F(UsageTest, HelpOfEveryCommandHasAnExample) {
  const ProgramRun help = RunProgram({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("Exit codes:"));
  for (const char* command :
       {"create", "fork", "play", "watch", "show", "moves", "move", "undo", "redo", "replay",
        "events", "kinds", "resign", "abandon", "bot", "takeover", "scores", "health"}) {
    EXPECT_THAT(help.out, HasSubstr(absl::StrCat("\n  ", command, " "))) << command;
    const ProgramRun run = RunProgram({command, "--help"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_THAT(run.out, HasSubstr(absl::StrCat("Example:\n  meeple ", command)));
    EXPECT_THAT(run.out, HasSubstr(absl::StrCat("Usage: meeple ", command, " ")));
  }
}

TEST_F(UsageTest, AnAddressAtWhichNoServerCanBeIsRefusedAtOnce) {
  for (const char* address : {"", "localhost:notaport", "localhost:99999", "http://localhost"}) {
    for (const char* command : {"show", "watch", "play"}) {
      const ProgramRun run =
          RunProgram({command, "game1", "--credential", "m1.X", "--server", address});
      EXPECT_EQ(run.exit_code, 2) << command << run.err;
      EXPECT_THAT(run.err, AllOf(StartsWith(absl::StrCat("meeple: no server can be at '", address)),
                                 HasSubstr("\n        name it as --server=HOST:PORT")));
    }
  }
  EXPECT_THAT(RunProgram({"kinds", "--json", "--server", "localhost:x"}).err,
              HasSubstr(R"("code":"USAGE")"));
}

TEST_F(UsageTest, AServerThatIsNotThereHasItsOwnExitCode) {
  const ProgramRun run = RunProgram({"show", "game1", "--server=127.0.0.1:1"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("scripts/run"));
  EXPECT_EQ(RunProgram({"watch", "game1", "--server=127.0.0.1:1", "--json"}).exit_code, 3);
}

TEST_F(UsageTest, ALostAnswerIsAskedForAgainByTheSameRequestId) {
  server_.service().LoseNextAnswer();
  const ProgramRun run = Run({"move", "game1", "a1", "--credential", "m1.X"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto submissions = server_.service().submissions();
  ASSERT_EQ(submissions.size(), 2);
  EXPECT_EQ(submissions[0].request_id(), submissions[1].request_id());
  EXPECT_THAT(submissions[0].request_id(),
              ::testing::MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-"
                                      "[0-9a-f]{12}"));
}

TEST_F(UsageTest, EachIntentionHasARequestIdOfItsOwn) {
  PlayMoves({"a1", "b1"});
  const auto submissions = server_.service().submissions();
  EXPECT_NE(submissions[0].request_id(), submissions[1].request_id());
}

TEST_F(UsageTest, CallsAreTriedAFewTimes) {
  server_.service().FailNextCalls({kUnavailable, kUnavailable, kUnavailable});
  EXPECT_EQ(Run({"show", "game1"}).exit_code, 0);
  server_.service().FailNextCalls({kUnavailable, kUnavailable, kUnavailable, kUnavailable});
  EXPECT_EQ(Run({"show", "game1"}).exit_code, 3);
}

TEST_F(UsageTest, ListsOfAKindThatNobodyPlaysAreRefused) {
  for (const char* command : {"games", "lobby", "scores"}) {
    const ProgramRun run = Run({command, "--kind", "chess"});
    EXPECT_EQ(run.exit_code, 1) << command;
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("'chess'; it plays tic_tac_toe, reversi\n"));
  }
  EXPECT_TRUE(server_.lobby().lists().empty());
  EXPECT_TRUE(server_.lobby().watches().empty());
  EXPECT_TRUE(server_.scoreboard().lists().empty());
}

TEST_F(UsageTest, AStopInterruptsACall) {
  std::stop_source stop;
  stop.request_stop();
  const ProgramRun run =
      RunProgram({"show", "game1", "--server=" + server_.address()}, "", stop.get_token());
  EXPECT_EQ(run.exit_code, 130);
}

}  // namespace
}  // namespace meeple::cli

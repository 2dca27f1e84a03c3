// The program as scripts use it, against a fake server.

#include "clients/cli/commands/commands.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/program.h"
#include "clients/cli/testing/fake_game_service.h"
#include "clients/cli/testing/run_program.h"

namespace meeple::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const grpc::Status kUnavailable(grpc::StatusCode::UNAVAILABLE, "connection reset");

template <class Message>
Message FromJson(const std::string& json) {
  Message message;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &message).ok()) << json;
  return message;
}

class CommandsTest : public ::testing::Test {
 protected:
  ProgramRun Run(std::vector<std::string> arguments, const std::string& input = "") {
    arguments.push_back("--server=" + server_.address());
    return RunProgram(arguments, input);
  }

  // Plays moves in turn, X first.
  void PlayMoves(const std::vector<std::string>& moves) {
    for (size_t i = 0; i < moves.size(); ++i) {
      const std::string token = FakeToken(i % 2 == 0 ? "X" : "O");
      ASSERT_EQ(Run({"move", "game1", moves[i], "--credential", token}).exit_code, 0);
    }
  }

  FakeServer server_;
};

TEST_F(CommandsTest, CreateTellsWhatEachPlayerTypes) {
  const ProgramRun run = Run({"create", "tic_tac_toe"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string prefix = "\n  ./meeple --server=" + server_.address() + " ";
  EXPECT_THAT(run.out, HasSubstr("O plays with:" + prefix + "play game1 --credential m1.O\n"));
  EXPECT_THAT(run.out, HasSubstr(prefix + "watch game1\n"));
  EXPECT_THAT(run.out, HasSubstr("X to play\n.|.|.\n.|.|.\n.|.|.\n"));
}

TEST_F(CommandsTest, CreatePrintsTheAnswerAsJson) {
  const ProgramRun run = Run({"create", "tic_tac_toe", "--json"});
  const auto response = FromJson<v1::CreateGameResponse>(run.out);
  EXPECT_EQ(response.game().game_id(), "game1");
  EXPECT_EQ(response.credentials(1).token(), "m1.O");
  EXPECT_THAT(run.out, HasSubstr(R"("seat":0,"player_id":"X","token":"m1.X")"));
  EXPECT_EQ(CountOf(run.out, "\n"), 1);
}

TEST_F(CommandsTest, CreateSendsWhatTheOptionsSay) {
  ASSERT_EQ(
      Run({"create", "tic_tac_toe", "-p", "size=4", "--seat", "anna=A", "--seat", "bot:perfect",
           "--turn-limit", "9", "--private", "--label", "k=v", "--undo", "never", "--seed=7"})
          .exit_code,
      0);
  const v1::GameConfig config = server_.service().creations()[0].config();
  EXPECT_EQ(config.parameters().at("size"), "4");
  EXPECT_EQ(config.seats(0).symbol(), "A");
  EXPECT_EQ(config.seats(1).bot().kind(), "perfect");
  EXPECT_EQ(config.turn_limit(), 9);
  EXPECT_EQ(config.visibility(), v1::VISIBILITY_PRIVATE);
  EXPECT_EQ(config.labels().at("k"), "v");
  EXPECT_EQ(config.undo(), v1::UNDO_POLICY_NEVER);
  EXPECT_EQ(config.seed(), 7);
}

TEST_F(CommandsTest, CreateMakesSeatsThatOthersTake) {
  ASSERT_EQ(Run({"create", "tic_tac_toe", "--seat", "anna", "--seat", "open:ben=B", "--seat",
                 "invited", "--first", "2"})
                .exit_code,
            0);
  const v1::GameConfig config = server_.service().creations()[0].config();
  EXPECT_TRUE(config.seats(0).has_held());
  EXPECT_TRUE(config.seats(1).has_open());
  EXPECT_EQ(config.seats(1).player_id(), "ben");
  EXPECT_EQ(config.seats(1).symbol(), "B");
  EXPECT_TRUE(config.seats(2).has_invited());
  EXPECT_EQ(config.seats(2).player_id(), "");
  EXPECT_EQ(config.first_seat(), 2);
  ASSERT_EQ(Run({"create", "tic_tac_toe", "--first", "random"}).exit_code, 0);
  EXPECT_TRUE(server_.service().creations()[1].config().draw_first_seat());
  EXPECT_EQ(Run({"create", "tic_tac_toe", "--first", "second"}).exit_code, 2);
}

TEST_F(CommandsTest, GamesListsOverAllPages) {
  const ProgramRun run = Run({"games", "--open", "--kind", "tic_tac_toe", "--player", "X",
                              "--waiting-for", "O", "--label", "a=b", "-n", "5"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "game1  tic_tac_toe; X against an open seat as O; open\n");
  ASSERT_EQ(server_.lobby().lists().size(), 2u);
  const v1::ListGamesRequest request = server_.lobby().lists()[1];
  EXPECT_EQ(request.page_token(), "next");
  EXPECT_TRUE(request.open_seats());
  EXPECT_EQ(request.kind(), "tic_tac_toe");
  EXPECT_EQ(request.player_id(), "X");
  EXPECT_EQ(request.waiting_for(), "O");
  EXPECT_EQ(request.labels().at("a"), "b");
  EXPECT_EQ(request.page_size(), 5);
}

TEST_F(CommandsTest, GamesSaysWhereThereAreNone) {
  EXPECT_EQ(Run({"games", "--over"}).out, "no such games\n");
  const auto listed = FromJson<v1::ListGamesResponse>(Run({"games", "--json"}).out);
  EXPECT_EQ(listed.games(0).game_id(), "game1");
  EXPECT_EQ(Run({"games", "--playing", "--over"}).exit_code, 2);
  EXPECT_EQ(Run({"games", "--label", "nonsense"}).exit_code, 2);
}

TEST_F(CommandsTest, ASeatIsHandedToABotAndTakenBack) {
  const ProgramRun handed = Run({"bot", "game1", "search:5", "--seat", "1"});
  EXPECT_EQ(handed.exit_code, 0) << handed.err;
  EXPECT_THAT(handed.out, HasSubstr("search plays on"));
  const auto answer = FromJson<v1::SetControllerResponse>(
      Run({"bot", "game1", "search:5", "--seat", "1", "--json"}).out);
  EXPECT_EQ(answer.events(0).controller_changed().seat(), 1);
  EXPECT_EQ(answer.events(0).controller_changed().controller().bot().level(), 5);
  EXPECT_THAT(Run({"takeover", "game1", "--seat", "0"}).out, HasSubstr("taken back"));
  EXPECT_EQ(Run({"takeover", "game1"}).exit_code, 2) << "a spectator has no seat";
  EXPECT_EQ(Run({"bot", "game1", "search:strong", "--seat", "0"}).exit_code, 2);
  EXPECT_EQ(Run({"bot", "game1"}).exit_code, 2);
}

TEST_F(CommandsTest, ScoresAreATableOverAllPages) {
  const ProgramRun run = Run({"scores", "--board", "casual", "--kind", "tic_tac_toe"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "   player  won  drawn  lost\n"
            "1  ann      12      0     0\n"
            "1  b\uFFFD[2Jb   12      0     0\n"
            "3  \u6f22        1      0     0\n");
  const v1::ListScoresRequest first = server_.scoreboard().lists()[0];
  EXPECT_EQ(first.kind(), "tic_tac_toe");
  EXPECT_EQ(first.page_size(), 20);
  EXPECT_EQ(server_.scoreboard().lists()[1].page_size(), 18);
  EXPECT_EQ(server_.scoreboard().lists()[1].page_token(), "next");
}

TEST_F(CommandsTest, ScoresOfOnePlayerAndOfNobody) {
  EXPECT_EQ(Run({"scores", "--player", "ann"}).out, "ann: 12 won, 0 drawn, 0 lost\n");
  EXPECT_EQ(server_.scoreboard().asked()[0].board(), v1::SCORE_BOARD_SHARED);
  EXPECT_EQ(Run({"scores"}).out, "no scores on the shared board\n");
  const auto listed =
      FromJson<v1::ListScoresResponse>(Run({"scores", "--board=casual", "--json", "-n", "2"}).out);
  EXPECT_EQ(listed.scores_size(), 2);
  EXPECT_EQ(Run({"scores", "--board", "other"}).exit_code, 2);
}

TEST_F(CommandsTest, LobbyTellsTheListAndThenWhatChanges) {
  const ProgramRun run = Run({"lobby", "--kind", "tic_tac_toe", "--player", "X", "--label", "a=b"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "+ game1  tic_tac_toe; X against an open seat as O; open\n"
            "+ game2  reversi; an open seat; open\n"
            "- game1\n");
  const v1::ListGamesRequest list = server_.lobby().lists()[0];
  EXPECT_TRUE(list.open_seats());
  const v1::WatchLobbyRequest watch = server_.lobby().watches()[0];
  EXPECT_EQ(watch.after_sequence(), 5) << "that of the first page";
  EXPECT_TRUE(watch.open_seats());
  EXPECT_EQ(watch.kind(), "tic_tac_toe");
  EXPECT_EQ(watch.player_id(), "X");
  EXPECT_EQ(watch.labels().at("a"), "b");
}

TEST_F(CommandsTest, LobbyPrintsADocumentALine) {
  const ProgramRun run = Run({"lobby", "--playing", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::vector<std::string> lines = absl::StrSplit(run.out, '\n', absl::SkipEmpty());
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(FromJson<v1::ListGamesResponse>(lines[0]).games(0).game_id(), "game1");
  EXPECT_EQ(FromJson<v1::WatchLobbyResponse>(lines[1]).events().events_size(), 2);
  EXPECT_FALSE(server_.lobby().watches()[0].open_seats());
  EXPECT_EQ(server_.lobby().watches()[0].status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(Run({"lobby", "--label", "nonsense"}).exit_code, 2);
}

TEST_F(CommandsTest, JoinTellsWhatThePlayerTypes) {
  const ProgramRun run = Run({"join", "game1", "--name", "O", "--seat", "1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("   2  O joins\n"));
  EXPECT_THAT(run.out, HasSubstr("Credential of O: m1.O\n"));
  EXPECT_THAT(run.out, HasSubstr("O plays with:\n  ./meeple --server=" + server_.address() +
                                 " play game1 --credential m1.O\n"));
  const v1::JoinGameRequest request = server_.lobby().joins()[0];
  EXPECT_EQ(request.player_id(), "O");
  EXPECT_EQ(request.seat(), 1);
  EXPECT_FALSE(request.request_id().empty());
  const ProgramRun full = Run({"join", "game1"});
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_THAT(full.err, StartsWith("meeple: the game has no open seat\n"));
  EXPECT_FALSE(server_.lobby().joins()[1].has_seat());
}

TEST_F(CommandsTest, JoinPrintsTheAnswerAsJson) {
  const auto joined = FromJson<v1::JoinGameResponse>(Run({"join", "game1", "--json"}).out);
  EXPECT_EQ(joined.credential().token(), "m1.O");
}

TEST_F(CommandsTest, LeavePrintsWhatHappened) {
  const ProgramRun run = Run({"leave", "game1", "--credential", "m1.O"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("   3  O leaves\n"));
  EXPECT_EQ(server_.lobby().leaves()[0].game_id(), "game1");
}

TEST_F(CommandsTest, CreateSendsTheOpening) {
  ASSERT_EQ(Run({"create", "snakes_and_ladders", "--opening", "roll,roll", "--opening=roll",
                 "--opening-seed=7"})
                .exit_code,
            0);
  const v1::GameConfig config = server_.service().creations()[0].config();
  EXPECT_THAT(config.opening(), ::testing::ElementsAre("roll", "roll", "roll"));
  ASSERT_EQ(config.opening_seeds_size(), 1);
  EXPECT_EQ(config.opening_seeds(0).turns(), 3);
  EXPECT_EQ(config.opening_seeds(0).seed(), 7);
}

TEST_F(CommandsTest, ForkTellsWhatEachPlayerTypes) {
  const ProgramRun run = Run({"fork", "game1", "--turn", "0"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Credential of O: m1.O\n"));
  EXPECT_THAT(run.out, HasSubstr(" play game1 --credential m1.X\n"));
  const v1::ForkGameRequest request = server_.service().forks()[0];
  EXPECT_EQ(request.game_id(), "game1");
  EXPECT_EQ(request.turn(), 0);
  EXPECT_EQ(request.request_id().size(), 36u);
}

TEST_F(CommandsTest, ForkWithoutATurnTakesAllThatStands) {
  ASSERT_EQ(Run({"move", "game1", "b2", "--credential", FakeToken("X")}).exit_code, 0);
  const ProgramRun run = Run({"fork", "game1", "--json"});
  EXPECT_EQ(FromJson<v1::ForkGameResponse>(run.out).credentials(1).token(), "m1.O");
  EXPECT_EQ(server_.service().forks()[0].turn(), 1);
}

TEST_F(CommandsTest, AForkThatIsRefusedIsExplained) {
  server_.service().FailNextCalls(
      {Refusal(grpc::StatusCode::FAILED_PRECONDITION, "FORK_NOT_ALLOWED", "once it is final", {})});
  const ProgramRun run = Run({"fork", "game1", "--turn", "3"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("cannot be forked there: once it is final"));
}

TEST_F(CommandsTest, GlobalOptionsMayStandBeforeOrAfterTheCommand) {
  const std::string server = "--server=" + server_.address();
  const ProgramRun before = RunProgram({server, "--json", "show", "game1"});
  const ProgramRun after = RunProgram({"show", "game1", "--json", server});
  EXPECT_EQ(before.exit_code, 0) << before.err;
  EXPECT_EQ(before.out, after.out);
}

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

TEST_F(CommandsTest, RefusalsNameTheNextStep) {
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

TEST_F(CommandsTest, RefusalsAreJsonWhereJsonIsAskedFor) {
  const ProgramRun run = Run({"move", "game1", "a1", "--credential", "m1.O", "--json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr(R"("reason":"NOT_YOUR_TURN")"), EndsWith("}\n")));
  const ProgramRun usage = RunProgram({"move", "--json"});
  EXPECT_EQ(usage.exit_code, 2);
  EXPECT_THAT(usage.err, HasSubstr(R"("code":"USAGE")"));
}

TEST_F(CommandsTest, UsageErrorsHaveTheirOwnExitCode) {
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

TEST_F(CommandsTest, UsageErrorsNameWhatIsWrongAndWhereToRead) {
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

TEST_F(CommandsTest, TellsItsVersion) {
  const ProgramRun run = RunProgram({"--version"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, ::testing::MatchesRegex("meeple [0-9.]+\n"));
}

TEST_F(CommandsTest, ALostOutputIsAFailure) {
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

TEST_F(CommandsTest, HelpOfEveryCommandHasAnExample) {
  const ProgramRun help = RunProgram({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("Exit codes:"));
  for (const char* command :
       {"create", "fork", "play", "watch", "show", "moves", "move", "undo", "redo", "replay",
        "events", "kinds", "resign", "abandon", "bot", "takeover", "scores"}) {
    EXPECT_THAT(help.out, HasSubstr(absl::StrCat("\n  ", command, " "))) << command;
    const ProgramRun run = RunProgram({command, "--help"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_THAT(run.out, HasSubstr(absl::StrCat("Example:\n  meeple ", command)));
    EXPECT_THAT(run.out, HasSubstr(absl::StrCat("Usage: meeple ", command, " ")));
  }
}

TEST_F(CommandsTest, AnAddressAtWhichNoServerCanBeIsRefusedAtOnce) {
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

TEST_F(CommandsTest, AServerThatIsNotThereHasItsOwnExitCode) {
  const ProgramRun run = RunProgram({"show", "game1", "--server=127.0.0.1:1"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("scripts/run"));
  EXPECT_EQ(RunProgram({"watch", "game1", "--server=127.0.0.1:1", "--json"}).exit_code, 3);
}

TEST_F(CommandsTest, ALostAnswerIsAskedForAgainByTheSameRequestId) {
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

TEST_F(CommandsTest, EachIntentionHasARequestIdOfItsOwn) {
  PlayMoves({"a1", "b1"});
  const auto submissions = server_.service().submissions();
  EXPECT_NE(submissions[0].request_id(), submissions[1].request_id());
}

TEST_F(CommandsTest, CallsAreTriedAFewTimes) {
  server_.service().FailNextCalls({kUnavailable, kUnavailable, kUnavailable});
  EXPECT_EQ(Run({"show", "game1"}).exit_code, 0);
  server_.service().FailNextCalls({kUnavailable, kUnavailable, kUnavailable, kUnavailable});
  EXPECT_EQ(Run({"show", "game1"}).exit_code, 3);
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

TEST_F(CommandsTest, ListsOfAKindThatNobodyPlaysAreRefused) {
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

TEST_F(CommandsTest, AStopInterruptsACall) {
  std::stop_source stop;
  stop.request_stop();
  const ProgramRun run =
      RunProgram({"show", "game1", "--server=" + server_.address()}, "", stop.get_token());
  EXPECT_EQ(run.exit_code, 130);
}

}  // namespace
}  // namespace meeple::cli

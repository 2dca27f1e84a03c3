// How games and their seats are made, found and taken, and what is won, as scripts see it, against
// a fake server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "clients/cli/testing/program_test.h"

namespace meeple::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using SeatCommandsTest = ProgramTest;

TEST_F(SeatCommandsTest, CreateTellsWhatEachPlayerTypes) {
  const ProgramRun run = Run({"create", "tic_tac_toe"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string prefix = "\n  ./meeple --server=" + server_.address() + " ";
  EXPECT_THAT(run.out, HasSubstr("O plays with:" + prefix + "play game1 --credential m1.O\n"));
  EXPECT_THAT(run.out, HasSubstr(prefix + "watch game1\n"));
  EXPECT_THAT(run.out, HasSubstr("X to play\n.|.|.\n.|.|.\n.|.|.\n"));
}

TEST_F(SeatCommandsTest, CreatePrintsTheAnswerAsJson) {
  const ProgramRun run = Run({"create", "tic_tac_toe", "--json"});
  const auto response = FromJson<v1::CreateGameResponse>(run.out);
  EXPECT_EQ(response.game().game_id(), "game1");
  EXPECT_EQ(response.credentials(1).token(), "m1.O");
  EXPECT_THAT(run.out, HasSubstr(R"("seat":0,"player_id":"X","token":"m1.X")"));
  EXPECT_EQ(CountOf(run.out, "\n"), 1);
}

TEST_F(SeatCommandsTest, CreateSendsWhatTheOptionsSay) {
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

TEST_F(SeatCommandsTest, CreateMakesSeatsThatOthersTake) {
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

TEST_F(SeatCommandsTest, GamesListsOverAllPages) {
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

TEST_F(SeatCommandsTest, GamesSaysWhereThereAreNone) {
  EXPECT_EQ(Run({"games", "--over"}).out, "no such games\n");
  const auto listed = FromJson<v1::ListGamesResponse>(Run({"games", "--json"}).out);
  EXPECT_EQ(listed.games(0).game_id(), "game1");
  EXPECT_EQ(listed.sequence(), 7) << "of the first of its two pages, the third that was asked for";
  EXPECT_EQ(Run({"games", "--playing", "--over"}).exit_code, 2);
  EXPECT_EQ(Run({"games", "--label", "nonsense"}).exit_code, 2);
}

TEST_F(SeatCommandsTest, ASeatIsHandedToABotAndTakenBack) {
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

TEST_F(SeatCommandsTest, ScoresAreATableOverAllPages) {
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

TEST_F(SeatCommandsTest, ScoresOfOnePlayerAndOfNobody) {
  EXPECT_EQ(Run({"scores", "--player", "ann"}).out, "ann: 12 won, 0 drawn, 0 lost\n");
  EXPECT_EQ(server_.scoreboard().asked()[0].board(), v1::SCORE_BOARD_SHARED);
  EXPECT_EQ(Run({"scores"}).out, "no scores on the shared board\n");
  const auto listed =
      FromJson<v1::ListScoresResponse>(Run({"scores", "--board=casual", "--json", "-n", "2"}).out);
  EXPECT_EQ(listed.scores_size(), 2);
  EXPECT_EQ(Run({"scores", "--board", "other"}).exit_code, 2);
}

TEST_F(SeatCommandsTest, LobbyTellsTheListAndThenWhatChanges) {
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

TEST_F(SeatCommandsTest, LobbyPrintsADocumentALine) {
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

TEST_F(SeatCommandsTest, JoinTellsWhatThePlayerTypes) {
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

TEST_F(SeatCommandsTest, JoinPrintsTheAnswerAsJson) {
  const auto joined = FromJson<v1::JoinGameResponse>(Run({"join", "game1", "--json"}).out);
  EXPECT_EQ(joined.credential().token(), "m1.O");
}

TEST_F(SeatCommandsTest, LeavePrintsWhatHappened) {
  const ProgramRun run = Run({"leave", "game1", "--credential", "m1.O"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("   3  O leaves\n"));
  EXPECT_EQ(server_.lobby().leaves()[0].game_id(), "game1");
}

TEST_F(SeatCommandsTest, CreateSendsTheOpening) {
  ASSERT_EQ(Run({"create", "snakes_and_ladders", "--opening", "roll,roll", "--opening=roll",
                 "--opening-seed=7"})
                .exit_code,
            0);
  const v1::GameConfig config = server_.service().creations()[0].config();
  EXPECT_THAT(config.opening(), ElementsAre("roll", "roll", "roll"));
  ASSERT_EQ(config.opening_seeds_size(), 1);
  EXPECT_EQ(config.opening_seeds(0).turns(), 3);
  EXPECT_EQ(config.opening_seeds(0).seed(), 7);
}

TEST_F(SeatCommandsTest, ForkTellsWhatEachPlayerTypes) {
  const ProgramRun run = Run({"fork", "game1", "--turn", "0"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Credential of O: m1.O\n"));
  EXPECT_THAT(run.out, HasSubstr(" play game1 --credential m1.X\n"));
  const v1::ForkGameRequest request = server_.service().forks()[0];
  EXPECT_EQ(request.game_id(), "game1");
  EXPECT_EQ(request.turn(), 0);
  EXPECT_EQ(request.request_id().size(), 36u);
}

TEST_F(SeatCommandsTest, ForkWithoutATurnTakesAllThatStands) {
  ASSERT_EQ(Run({"move", "game1", "b2", "--credential", FakeToken("X")}).exit_code, 0);
  const ProgramRun run = Run({"fork", "game1", "--json"});
  EXPECT_EQ(FromJson<v1::ForkGameResponse>(run.out).credentials(1).token(), "m1.O");
  EXPECT_EQ(server_.service().forks()[0].turn(), 1);
}

TEST_F(SeatCommandsTest, AForkThatIsRefusedIsExplained) {
  server_.service().FailNextCalls(
      {Refusal(grpc::StatusCode::FAILED_PRECONDITION, "FORK_NOT_ALLOWED", "once it is final", {})});
  const ProgramRun run = Run({"fork", "game1", "--turn", "3"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("cannot be forked there: once it is final"));
}

}  // namespace
}  // namespace meeple::cli

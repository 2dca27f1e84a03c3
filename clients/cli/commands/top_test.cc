// `meeple top` against pages of metrics.

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/testing/http_answers.h"
#include "clients/cli/testing/run_program.h"
#include "clients/cli/testing/test_terminal.h"
#include "google/protobuf/struct.pb.h"

namespace meeple::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kGone[] = "HTTP/1.1 404 Not Found\r\n\r\n";

constexpr char kAnother[] = "HTTP/1.1 200 OK\r\n\r\nprocess_cpu_seconds_total 3\n";

// A look at a server with some games, which has accepted some moves.
std::string Page(int games, int moves) {
  return absl::StrCat(
      "HTTP/1.1 200 OK\r\n\r\nmeeple_games ", games, "\nmeeple_watches 5\n",
      "meeple_calls_total{rpc=\"SubmitMove\",code=\"OK\",reason=\"\"} ", moves,
      "\nmeeple_call_duration_seconds_bucket{rpc=\"SubmitMove\",le=\"0.001\"} ", moves,
      "\nmeeple_call_duration_seconds_bucket{rpc=\"SubmitMove\",le=\"+Inf\"} ", moves, "\n");
}

ProgramRun Top(const HttpAnswers& server, std::vector<std::string> more,
               const std::stop_token& stop = {}) {
  std::vector<std::string> arguments = {"top", "--metrics=" + server.address()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return RunProgram(arguments, "", stop);
}

TEST(TopTest, OnceShowsOneIntervalAsADocument) {
  HttpAnswers server({Page(2, 10), Page(3, 30), kGone});
  const ProgramRun run = Top(server, {"--once", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  google::protobuf::Struct document;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(run.out, &document).ok()) << run.out;
  EXPECT_EQ(document.fields().at("games").number_value(), 3);
  EXPECT_EQ(document.fields().at("watches").number_value(), 5);
  EXPECT_GT(document.fields().at("moves_per_second").number_value(), 0);
  EXPECT_EQ(document.fields().at("move_p50_us").number_value(), 500);
  EXPECT_FALSE(document.fields().contains("commits_per_group"));
  EXPECT_THAT(server.Request(), StartsWith("GET /metrics "));
}

TEST(TopTest, InAPipeEachIntervalIsALine) {
  HttpAnswers server({Page(2, 10), Page(3, 10), Page(4, 10), kGone});
  const ProgramRun run = Top(server, {"--patience=0.01"});
  EXPECT_EQ(run.out,
            "games 3  watches 5  moves/s 0.0  p50 -  p99 -  commits/sync -\n"
            "games 4  watches 5  moves/s 0.0  p50 -  p99 -  commits/sync -\n");
  EXPECT_THAT(run.err, AllOf(HasSubstr("404"), HasSubstr("--metrics-listen")));
  EXPECT_EQ(run.exit_code, 3) << "then the server could not be reached";
}

TEST(TopTest, AServerThatStartsAnewIsWaitedFor) {
  HttpAnswers server({Page(2, 10), Page(3, 10), kGone, kGone, Page(1, 0), Page(4, 0), kAnother});
  const ProgramRun run = Top(server, {});
  EXPECT_EQ(run.out,
            "games 3  watches 5  moves/s 0.0  p50 -  p99 -  commits/sync -\n"
            "games 4  watches 5  moves/s 0.0  p50 -  p99 -  commits/sync -\n");
  EXPECT_EQ(CountOf(run.err, "trying to come back"), 1) << run.err;
  EXPECT_EQ(CountOf(run.err, "connected again"), 1) << run.err;
  EXPECT_EQ(run.exit_code, 1) << "then another program had the port";
}

TEST(TopTest, OnceDoesNotWaitForAServerThatIsGone) {
  HttpAnswers server({Page(2, 10), kGone});
  EXPECT_EQ(Top(server, {"--once"}).exit_code, 3);
}

TEST(TopTest, ThePortForCallsIsToldFromThatOfMetrics) {
  HttpAnswers server({std::string("\0\0\x1e\x04\0\0\0\0\0", 9)});
  const ProgramRun run = Top(server, {});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, AllOf(HasSubstr("does not speak HTTP/1"), HasSubstr("--metrics-listen")));
}

TEST(TopTest, OnATerminalItIsRedrawnUntilItIsInterrupted) {
  HttpAnswers server({Page(2, 10), Page(3, 10), Page(4, 10)});
  TestTerminal terminal({"top", "--metrics=" + server.address(), "--interval=0.1"});
  EXPECT_THAT(
      terminal.ReadUntil("commits a sync"),
      AllOf(HasSubstr("\x1b[?1049h"), HasSubstr(server.address()), HasSubstr("games in memory")));
  terminal.ReadUntil("\x1b[H\x1b[2J");
}

TEST(TopTest, AnInterruptionEndsItWell) {
  HttpAnswers server({Page(2, 10)});
  std::stop_source stop;
  stop.request_stop();
  const ProgramRun run = Top(server, {}, stop.get_token());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Top(server, {"--once"}, stop.get_token()).exit_code, 130) << "nothing was shown";
}

TEST(TopTest, WhatIsNoServerOfOursIsRefused) {
  HttpAnswers server({kAnother});
  const ProgramRun run = Top(server, {"--once"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("not that of a meeple-server"));
  EXPECT_THAT(run.out, IsEmpty());
}

TEST(TopTest, AnAddressThatIsNoneIsAMistakeInTheCommandLine) {
  const ProgramRun run = RunProgram({"top", "--metrics=nowhere"});
  EXPECT_EQ(run.exit_code, 2) << run.err;
}

}  // namespace
}  // namespace meeple::cli

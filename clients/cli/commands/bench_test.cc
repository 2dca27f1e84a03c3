// The load generator against a fake server, which has one game of 3 x 3 cells.

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include "clients/cli/testing/fake_server.h"
#include "clients/cli/testing/run_program.h"
#include "google/protobuf/struct.pb.h"

namespace meeple::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class BenchTest : public ::testing::Test {
 protected:
  // One game, of which every move is measured.
  ProgramRun Bench(const std::vector<std::string>& more, const std::stop_token& stop = {}) {
    std::vector<std::string> arguments = {"bench", "--games=1", "--players=1", "--warm-up=0",
                                          "--server=" + server_.address()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunProgram(arguments, "", stop);
  }

  static google::protobuf::Struct Document(const ProgramRun& run) {
    google::protobuf::Struct document;
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(run.out, &document).ok()) << run.out;
    return document;
  }

  static double NumberIn(const google::protobuf::Struct& document, const std::string& key) {
    return document.fields().contains(key) ? document.fields().at(key).number_value() : -1;
  }

  // How many of an operation succeeded.
  static double CountIn(const google::protobuf::Struct& document, const std::string& operation) {
    return document.fields().contains(operation)
               ? NumberIn(document.fields().at(operation).struct_value(), "count")
               : -1;
  }

  double Submissions() { return static_cast<double>(server_.service().submissions().size()); }

  FakeServer server_;
};

TEST_F(BenchTest, PlaysAWholeGameAndCountsEveryCall) {
  server_.service().EndGameAtMove(9);
  const ProgramRun run = Bench({"--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const google::protobuf::Struct document = Document(run);
  EXPECT_EQ(CountIn(document, "create"), 1);
  EXPECT_EQ(CountIn(document, "move"), 9);
  EXPECT_EQ(Submissions(), 9);
  EXPECT_EQ(NumberIn(document, "games"), 1);
  EXPECT_EQ(document.fields().at("errors").struct_value().fields_size(), 0);
}

TEST_F(BenchTest, EndsAGameWhenTheBoardDecides) {
  server_.service().EndGameAtMove(5);
  const google::protobuf::Struct document = Document(Bench({"--json"}));
  EXPECT_EQ(CountIn(document, "move"), 5);
  EXPECT_EQ(NumberIn(document, "games"), 1);
}

TEST_F(BenchTest, EveryWatcherGetsEveryMove) {
  server_.service().EndGameAtMove(7);
  const ProgramRun run = Bench({"--watchers=3", "--prepare", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const google::protobuf::Struct document = Document(run);
  EXPECT_EQ(CountIn(document, "create"), -1) << "made before the time began";
  EXPECT_EQ(CountIn(document, "move"), 7);
  EXPECT_EQ(CountIn(document, "delivery"), 21);
}

TEST_F(BenchTest, AtARateMovesComeWhenTheyAreDue) {
  server_.service().EndGameAtMove(9);
  const google::protobuf::Struct document = Document(Bench({"--rate=100", "--json"}));
  EXPECT_EQ(CountIn(document, "move"), 9);
  // The ninth is due 80 ms after the first.
  EXPECT_GE(NumberIn(document, "measured_seconds"), 0.08);
}

TEST_F(BenchTest, EveryCallHasItsCredentialAndARequestId) {
  server_.service().EndGameAtMove(9);
  Bench({});
  std::vector<std::string> ids;
  for (const v1::SubmitMoveRequest& request : server_.service().submissions()) {
    ids.push_back(request.request_id());
  }
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  EXPECT_FALSE(ids.front().empty());
}

TEST_F(BenchTest, AnErrorIsCountedByItsReasonAndFailsTheRun) {
  server_.service().FailNextCalls(
      {grpc::Status::OK, grpc::Status::OK,
       Refusal(grpc::StatusCode::RESOURCE_EXHAUSTED, "OVERLOADED", "too much")});
  const ProgramRun run = Bench({"--json"});
  EXPECT_EQ(run.exit_code, 1);
  const google::protobuf::Struct document = Document(run);
  EXPECT_EQ(CountIn(document, "move"), 1);
  EXPECT_EQ(NumberIn(document.fields().at("errors").struct_value(), "OVERLOADED"), 1);
}

TEST_F(BenchTest, AWatchThatBreaksIsAnErrorAndHoldsNobodyUp) {
  server_.service().EndGameAtMove(9);
  server_.service().BreakNextWatchAfter(2);
  const ProgramRun run = Bench({"--watchers=2", "--json"});
  EXPECT_EQ(run.exit_code, 1);
  const google::protobuf::Struct document = Document(run);
  EXPECT_EQ(CountIn(document, "move"), 9);
  EXPECT_EQ(NumberIn(document.fields().at("errors").struct_value(), "UNAVAILABLE"), 1);
}

TEST_F(BenchTest, TextHasATableAPlotAndAVerdict) {
  server_.service().EndGameAtMove(9);
  const ProgramRun run = Bench({});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("p99.9"));
  EXPECT_THAT(run.out, HasSubstr("latency of moves"));
  EXPECT_THAT(run.out, HasSubstr("#"));
  EXPECT_THAT(run.out, HasSubstr("no errors"));
  EXPECT_THAT(run.out, Not(HasSubstr("server  "))) << "nobody said how to read its processor time";
}

TEST_F(BenchTest, WhereNothingSucceedsItSaysWhy) {
  server_.service().FailNextCalls(
      {Refusal(grpc::StatusCode::INVALID_ARGUMENT, "INVALID_CONFIG", "no such size")});
  const ProgramRun run = Bench({});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("no such game can be made: no such size"));
  EXPECT_EQ(run.out, "");
}

TEST_F(BenchTest, StopsWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(Bench({"--seconds=3600", "--rate=0.1"}, stop.get_token()).exit_code, 130);
}

TEST_F(BenchTest, RefusesWhatMakesNoSense) {
  for (const char* argument : {"--players=0", "--connections=1001", "--rate=-1", "--rate=nan",
                               "--seconds=0", "--seconds=nan", "--seconds=inf", "--warm-up=-1",
                               "--warm-up=nan", "--games=1000001", "--server-pid=0"}) {
    const ProgramRun run = RunProgram({"bench", argument, "--server=" + server_.address()});
    EXPECT_EQ(run.exit_code, 2) << argument;
  }
  EXPECT_EQ(RunProgram({"bench", "battleship"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"bench", "--prepare"}).exit_code, 2);
  EXPECT_THAT(RunProgram({"bench", "--players=1000", "--watchers=101"}).err,
              HasSubstr("101000 watches at a time"));
}

TEST_F(BenchTest, AProcessThatIsNotThereIsAnError) {
  // Process numbers end right below.
  const ProgramRun run = Bench({"--server-pid=4194304"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("there is no process 4194304"));
}

}  // namespace
}  // namespace meeple::cli

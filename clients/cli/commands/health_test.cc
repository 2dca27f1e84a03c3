// `meeple health`, against the health service that comes with gRPC.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clients/cli/testing/program_test.h"

namespace meeple::cli {
namespace {

using ::testing::HasSubstr;

using HealthTest = ProgramTest;

TEST_F(HealthTest, ServingIsSuccess) {
  const ProgramRun run = Run({"health"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "serving\n");
  EXPECT_EQ(Run({"health", "--json"}).out, "{\"status\":\"SERVING\"}\n");
}

TEST_F(HealthTest, NotServingIsFailure) {
  server_.SetServing(false);
  const ProgramRun run = Run({"health"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "not serving\n");
  EXPECT_EQ(run.err, "");
}

TEST_F(HealthTest, AsksAboutOneService) {
  EXPECT_EQ(Run({"health", "--service", "meeple.v1.GameService"}).out, "serving\n");
  const ProgramRun run = Run({"health", "--service", "meeple.v1.Nothing"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("the server has no service 'meeple.v1.Nothing'"));
}

TEST_F(HealthTest, AServerThatIsNotThereIsUnreachable) {
  const ProgramRun run = RunProgram({"health", "--server=127.0.0.1:1", "--timeout=5"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("cannot reach the server at 127.0.0.1:1"));
}

TEST_F(HealthTest, AnInterruptionEndsIt) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(RunProgram({"health", "--server=" + server_.address()}, "", stop.get_token()).exit_code,
            130);
}

}  // namespace
}  // namespace meeple::cli

#ifndef MEEPLE_CLIENTS_CLI_TESTING_PROGRAM_TEST_H_
#define MEEPLE_CLIENTS_CLI_TESTING_PROGRAM_TEST_H_

// For tests of the whole program against a fake server.

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "clients/cli/testing/fake_server.h"
#include "clients/cli/testing/run_program.h"

namespace meeple::cli {

template <class Message>
Message FromJson(const std::string& json) {
  Message message;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &message).ok()) << json;
  return message;
}

class ProgramTest : public ::testing::Test {
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

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_PROGRAM_TEST_H_

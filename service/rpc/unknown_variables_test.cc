#include "service/rpc/unknown_variables.h"

#include <gtest/gtest.h>

namespace meeple::rpc {
namespace {

std::vector<std::string> Find(std::vector<const char*> environment) {
  environment.push_back(nullptr);
  return UnknownVariables(environment.data(), {"MEEPLE_LISTEN", "MEEPLE_DATA_DIR"});
}

TEST(UnknownVariablesTest, MistypedNamesAreFound) {
  EXPECT_EQ(Find({"MEEPLE_LISTN=0.0.0.0:1", "MEEPLE_LISTEN=x", "MEEPLE_A=", "PATH=/bin"}),
            (std::vector<std::string>{"MEEPLE_A", "MEEPLE_LISTN"}));
}

TEST(UnknownVariablesTest, ThoseOfOthersAreLeftOut) {
  EXPECT_TRUE(Find({}).empty());
  EXPECT_TRUE(Find({"HOME=/root", "MEEPLER=1", "meeple_listn=1", "NO_VALUE"}).empty());
  EXPECT_TRUE(
      Find({"MEEPLE_SERVER=a", "MEEPLE_CREDENTIAL=b", "MEEPLE_CASES=c", "MEEPLE_BIN=d"}).empty());
  EXPECT_TRUE(Find({"MEEPLE_SERVICE_HOST=a", "MEEPLE_SERVICE_PORT_GRPC=1", "MEEPLE_PORT=tcp://a:1",
                    "MEEPLE_PORT_50051_TCP_ADDR=a", "MEEPLE_EU_SERVICE_HOST=a"})
                  .empty());
}

}  // namespace
}  // namespace meeple::rpc

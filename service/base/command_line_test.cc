#include "service/base/command_line.h"

#include <gtest/gtest.h>

#include <vector>

namespace meeple::service {
namespace {

std::string Find(const std::vector<const char*>& arguments) {
  std::vector<const char*> argv = {"program"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return FlagWithoutValue(static_cast<int>(argv.size()), argv.data());
}

TEST(CommandLineTest, FlagWithNothingBehindItIsFound) {
  EXPECT_EQ(Find({"--name=", "x"}), "--name");
  EXPECT_EQ(Find({"--name", ""}), "--name");
  EXPECT_EQ(Find({"--other=1", "--name", "", "--third"}), "--name");
}

TEST(CommandLineTest, OthersAreNone) {
  EXPECT_EQ(Find({}), "");
  EXPECT_EQ(Find({"--name=x", "--switch", "word"}), "");
  EXPECT_EQ(Find({"word", ""}), "");
  EXPECT_EQ(Find({"--switch"}), "");
  EXPECT_EQ(Find({"--", "--name="}), "");
}

}  // namespace
}  // namespace meeple::service

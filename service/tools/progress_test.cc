#include "service/tools/progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace meeple::tools {
namespace {

TEST(ProgressTest, NumbersAreReadable) {
  EXPECT_EQ(WithCommas(0), "0");
  EXPECT_EQ(WithCommas(999), "999");
  EXPECT_EQ(WithCommas(1'000), "1,000");
  EXPECT_EQ(WithCommas(1'234'567), "1,234,567");
  EXPECT_EQ(Count(1, "game", "games"), "1 game");
  EXPECT_EQ(Count(0, "game", "games"), "0 games");
}

class ShowTest : public testing::Test {
 protected:
  std::string Show(bool is_terminal, absl::Duration step) {
    std::ostringstream out;
    std::ostringstream err;
    Console console = {.out = out, .err = err, .is_terminal = is_terminal};
    absl::Duration now = absl::ZeroDuration();
    {
      Progress progress(console, "bytes", 2'000, [&] { return now; });
      for (const uint64_t done : {500, 1'000}) {
        now += step;
        progress.Show(done);
      }
    }
    EXPECT_EQ(out.str(), "");
    return err.str();
  }
};

TEST_F(ShowTest, ShortWorkSaysNothing) {
  EXPECT_EQ(Show(true, absl::Milliseconds(50)), "");
  EXPECT_EQ(Show(false, absl::Seconds(1)), "");
}

TEST_F(ShowTest, TerminalHasOneLineThatGoes) {
  EXPECT_EQ(Show(true, absl::Seconds(1)),
            "\r\033[K500 of 2,000 bytes (25%)\r\033[K1,000 of 2,000 bytes (50%)\r\033[K");
}

TEST_F(ShowTest, ElsewhereItIsALineNowAndThen) {
  EXPECT_EQ(Show(false, absl::Seconds(11)),
            "500 of 2,000 bytes (25%)\n1,000 of 2,000 bytes (50%)\n");
}

}  // namespace
}  // namespace meeple::tools

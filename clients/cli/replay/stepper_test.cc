#include "clients/cli/replay/stepper.h"

#include <gtest/gtest.h>

namespace meeple::cli {
namespace {

void Press(Stepper& stepper, std::string_view bytes) {
  for (const Key& key : KeysOf(bytes)) stepper.Press(key);
}

TEST(Stepper, StepsAndStaysInside) {
  Stepper stepper(2, 4, false);
  EXPECT_EQ(stepper.turn(), 2);
  Press(stepper, "\x1b[D");
  EXPECT_EQ(stepper.turn(), 2);
  Press(stepper, " \x1b[Cnnnn");
  EXPECT_EQ(stepper.turn(), 4);
  Press(stepper, "p");
  EXPECT_EQ(stepper.turn(), 3);
  Press(stepper, "\x1b[H");
  EXPECT_EQ(stepper.turn(), 2);
  Press(stepper, "\x1b[F");
  EXPECT_EQ(stepper.turn(), 4);
}

TEST(Stepper, EndsWithQAndEscape) {
  Stepper by_q(0, 1, false);
  Press(by_q, "q");
  EXPECT_TRUE(by_q.is_done());
  Stepper by_escape(0, 1, false);
  Press(by_escape, "\x1b");
  EXPECT_TRUE(by_escape.is_done());
}

TEST(Stepper, RunsByItselfUntilTheLastTurn) {
  Stepper stepper(0, 2, true);
  EXPECT_TRUE(stepper.runs());
  stepper.Tick();
  EXPECT_EQ(stepper.turn(), 1);
  stepper.Tick();
  EXPECT_EQ(stepper.turn(), 2);
  EXPECT_FALSE(stepper.runs());
  stepper.Tick();
  EXPECT_EQ(stepper.turn(), 2);
}

TEST(Stepper, SpaceStopsAndStartsOver) {
  Stepper stepper(0, 2, true);
  Press(stepper, " ");
  EXPECT_FALSE(stepper.runs());
  stepper.Tick();
  EXPECT_EQ(stepper.turn(), 0);
  Press(stepper, " ");
  stepper.Tick();
  stepper.Tick();
  Press(stepper, " ");
  EXPECT_EQ(stepper.turn(), 0);
  EXPECT_TRUE(stepper.runs());
}

TEST(Stepper, AKeyThatStepsStopsTheRun) {
  Stepper stepper(0, 5, true);
  Press(stepper, "\x1b[C");
  EXPECT_EQ(stepper.turn(), 1);
  EXPECT_FALSE(stepper.runs());
}

}  // namespace
}  // namespace meeple::cli

#include "engine/core/event_text.h"

#include <gtest/gtest.h>

namespace meeple::engine {
namespace {

const Player kPlayer = {"ann", 'X'};

TEST(EventTextTest, Moves) {
  struct Row {
    Move move;
    std::string action, object;
  };
  const Row rows[] = {
      {Move::AtCell({0, 2}), "plays X at (0,2)", "(0,2)"},
      {Move::InColumn(3), "plays X in column 4", "column 4"},
      {Move::Roll(), "rolls the dice", "the roll"},
      {Move::Pins(7), "knocks down 7 pins", "7 pins"},
      {Move::Pins(1), "knocks down 1 pin", "1 pin"},
      {Move::Ship(0, {1, 2}, Direction::kRight), "places carrier at (1,2) to the right",
       "carrier at (1,2)"},
      {Move::Ship(5, {1, 2}, Direction::kDown), "places ship6 at (1,2) downwards",
       "ship6 at (1,2)"},
      {Move::Pass(), "passes", "the pass"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(TextOfAction(kPlayer, row.move), row.action);
    EXPECT_EQ(TextOfObject(row.move), row.object);
  }
}

TEST(EventTextTest, Ends) {
  struct Row {
    GameStatus status;
    EndReason reason;
    const Player* winner;
    std::string text;
  };
  const Row rows[] = {
      {GameStatus::kWon, EndReason::kBoard, &kPlayer, "ann wins"},
      {GameStatus::kDrawn, EndReason::kBoard, nullptr, "draw"},
      {GameStatus::kDrawn, EndReason::kAgreement, nullptr, "draw by agreement"},
      {GameStatus::kAbandoned, EndReason::kResignation, &kPlayer, "ann wins by resignation"},
      {GameStatus::kAbandoned, EndReason::kResignation, nullptr, "abandoned: everybody resigned"},
      {GameStatus::kAbandoned, EndReason::kTime, &kPlayer, "ann wins on time"},
      {GameStatus::kAbandoned, EndReason::kTime, nullptr, "abandoned: time ran out"},
      {GameStatus::kAbandoned, EndReason::kTurnLimit, nullptr, "abandoned: turn limit reached"},
      {GameStatus::kAbandoned, EndReason::kForfeit, &kPlayer, "ann wins by forfeit"},
      {GameStatus::kAbandoned, EndReason::kForfeit, nullptr, "abandoned: everybody is gone"},
      {GameStatus::kAbandoned, EndReason::kAborted, nullptr, "abandoned: no first move in time"},
      {GameStatus::kAbandoned, EndReason::kNeverStarted, nullptr, "abandoned: never started"},
      {GameStatus::kAbandoned, EndReason::kAbandoned, nullptr, "abandoned"},
      {GameStatus::kInProgress, EndReason::kNone, nullptr, ""},
      {GameStatus::kNotStarted, EndReason::kNone, nullptr, ""},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(TextOfEnd(row.status, row.reason, row.winner), row.text);
  }
}

TEST(EventTextTest, TheRest) {
  EXPECT_EQ(TextOfCreated(), "game created");
  EXPECT_EQ(TextOfStarted(), "game started");
  EXPECT_EQ(TextOfJoining(kPlayer), "ann joins");
  EXPECT_EQ(TextOfLeaving(kPlayer), "ann leaves");
  EXPECT_EQ(TextOfRenewal(kPlayer), "ann has a new credential");
  EXPECT_EQ(TextOfInvitation(kPlayer), "ann has a new invitation");
  EXPECT_EQ(TextOfResignation(kPlayer), "ann resigns");
  EXPECT_EQ(TextOfFlag(kPlayer), "ann runs out of time");
  EXPECT_EQ(TextOfForfeit(kPlayer), "ann is gone");
  EXPECT_EQ(TextOfFinal(), "game final");
  EXPECT_EQ(TextOfTurn(kPlayer), "ann to play");
  EXPECT_EQ(TextOfNotStarted(), "not started");
}

}  // namespace
}  // namespace meeple::engine

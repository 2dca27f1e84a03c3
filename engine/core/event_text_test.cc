#include "engine/core/event_text.h"

#include <gtest/gtest.h>

namespace meeple::engine {
namespace {

const Player kPlayer = {"ann", 'X'};

TEST(EventTextTest, Moves) {
  struct Row {
    Move move;
    std::string played, undone;
  };
  const Row rows[] = {
      {Move::AtCell({0, 2}), "ann plays X at (0,2)", "undo: ann takes back (0,2)"},
      {Move::InColumn(3), "ann plays X in column 4", "undo: ann takes back column 4"},
      {Move::Roll(), "ann rolls the dice", "undo: ann takes back the roll"},
      {Move::Pins(7), "ann knocks down 7 pins", "undo: ann takes back 7 pins"},
      {Move::Pins(1), "ann knocks down 1 pin", "undo: ann takes back 1 pin"},
      {Move::Ship(0, {1, 2}, Direction::kRight), "ann places carrier at (1,2) to the right",
       "undo: ann takes back carrier at (1,2)"},
      {Move::Ship(5, {1, 2}, Direction::kDown), "ann places ship6 at (1,2) downwards",
       "undo: ann takes back ship6 at (1,2)"},
      {Move::Pass(), "ann passes", "undo: ann takes back the pass"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(TextOfMove(kPlayer, row.move), row.played);
    EXPECT_EQ(TextOfUndo(kPlayer, row.move), row.undone);
    EXPECT_EQ(TextOfRedo(kPlayer, row.move), "redo: " + row.played);
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
      {GameStatus::kAbandoned, EndReason::kResignation, &kPlayer, "ann wins by resignation"},
      {GameStatus::kAbandoned, EndReason::kResignation, nullptr, "abandoned: everybody resigned"},
      {GameStatus::kAbandoned, EndReason::kTurnLimit, nullptr, "abandoned: turn limit reached"},
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
  EXPECT_EQ(TextOfResignation(kPlayer), "ann resigns");
  EXPECT_EQ(TextOfFinal(), "game final");
  EXPECT_EQ(TextOfTurn(kPlayer), "ann to play");
  EXPECT_EQ(TextOfNotStarted(), "not started");
}

}  // namespace
}  // namespace meeple::engine

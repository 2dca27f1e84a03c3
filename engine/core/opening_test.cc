#include "engine/core/opening.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/testing/fake_game.h"

namespace meeple::engine {
namespace {

class OpeningTest : public ::testing::Test {
 protected:
  std::optional<OpeningRefusal> Open(std::initializer_list<int> places) {
    std::vector<Move> moves;
    for (const int place : places) moves.push_back(FakeGame::Place(place));
    return StartWithOpening(game_, moves);
  }

  FakeGame game_{{{"ann", 'A'}, {"ben", 'B'}}, {}, 9};
};

TEST_F(OpeningTest, NoMovesAreAnOrdinaryStart) {
  EXPECT_FALSE(Open({}).has_value());
  EXPECT_EQ(game_.cursor(), (TurnCursor{.status = GameStatus::kInProgress}));
}

TEST_F(OpeningTest, IsPlayedInTurnAndStandsForGood) {
  // Place 0 earns another turn.
  EXPECT_FALSE(Open({3, 0, 4}).has_value());
  EXPECT_EQ(game_.cursor(), (TurnCursor{.status = GameStatus::kInProgress, .turns = 3}));
  EXPECT_EQ(game_.log().standing()[1].seat, 1);
  EXPECT_EQ(game_.log().standing()[2].seat, 1);
  EXPECT_EQ(game_.Undo()->reason, RefusalReason::kNothingToUndo);
  EXPECT_FALSE(game_.Submit(0, FakeGame::Place(8)).has_value());
  EXPECT_FALSE(game_.Undo().has_value());
  EXPECT_EQ(game_.Undo()->reason, RefusalReason::kNothingToUndo);
  EXPECT_FALSE(game_.Redo().has_value());
}

TEST_F(OpeningTest, TheFirstMoveThatIsRefusedIsNamed) {
  const auto refused = Open({3, 4, 3, 99});
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->index, 2u);
  EXPECT_EQ(refused->refusal.reason, RefusalReason::kCellTaken);
}

TEST_F(OpeningTest, LeavesSomethingToPlay) {
  for (const auto& places : {std::vector{1, 2, 3, 4, 5}, std::vector{1, 2, 3, 4, 5, 6}}) {
    FakeGame game({{"ann", 'A'}, {"ben", 'B'}}, {}, 9);
    std::vector<Move> moves;
    for (const int place : places) moves.push_back(FakeGame::Place(place));
    const auto refused = StartWithOpening(game, moves);
    ASSERT_TRUE(refused.has_value());
    EXPECT_EQ(refused->index, 4u) << "ann's third";
    EXPECT_EQ(refused->refusal.reason, RefusalReason::kGameOver);
  }
}

TEST_F(OpeningTest, ReachingTheTurnLimitIsAnEnd) {
  FakeGame game({{"ann", 'A'}, {"ben", 'B'}}, {.turn_limit = 2}, 9);
  const std::vector<Move> moves = {FakeGame::Place(1), FakeGame::Place(2)};
  const auto refused = StartWithOpening(game, moves);
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->index, 1u);
  EXPECT_EQ(refused->refusal.reason, RefusalReason::kGameOver);
}

}  // namespace
}  // namespace meeple::engine

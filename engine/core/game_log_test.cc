#include "engine/core/game_log.h"

#include <gtest/gtest.h>

#include <vector>

namespace meeple::engine {
namespace {

Ply PlyAt(int column) { return {.move = Move::InColumn(column), .seat = column % 2}; }

std::vector<int> Columns(std::span<const Ply> plies) {
  std::vector<int> columns;
  for (const Ply& ply : plies) columns.push_back(ply.move.column());
  return columns;
}

class GameLogTest : public ::testing::Test {
 protected:
  void Append(int columns) {
    for (int column = 0; column < columns; ++column) log_.Append(PlyAt(column));
  }

  void Expect(const std::vector<int>& standing, const std::vector<int>& undone) {
    EXPECT_EQ(Columns(log_.standing()), standing);
    EXPECT_EQ(Columns(log_.undone()), undone);
  }

  GameLog log_;
};

TEST_F(GameLogTest, TakesBackAndBringsBackInOrder) {
  Append(3);
  Expect({0, 1, 2}, {});
  EXPECT_EQ(log_.TakeBack().move.column(), 2);
  EXPECT_EQ(log_.TakeBack().move.column(), 1);
  Expect({0}, {1, 2});
  log_.BringBack(77);
  Expect({0, 1}, {2});
  EXPECT_EQ(log_.standing().back().memento, 77u);
}

TEST_F(GameLogTest, AppendingForgetsWhatWasUndone) {
  Append(3);
  log_.TakeBack();
  log_.TakeBack();
  log_.Append(PlyAt(9));
  Expect({0, 9}, {});
}

TEST_F(GameLogTest, SealingStopsUndoAndForgetsRedo) {
  Append(3);
  log_.TakeBack();
  log_.Seal();
  Expect({0, 1}, {});
  EXPECT_EQ(log_.undoable(), 0u);
  log_.Append(PlyAt(5));
  EXPECT_EQ(log_.undoable(), 1u);
}

TEST_F(GameLogTest, RemembersWhoLeftWhere) {
  Append(2);
  log_.RecordResignation(1);
  EXPECT_EQ(log_.undoable(), 0u);
  ASSERT_EQ(log_.resignations().size(), 1u);
  EXPECT_EQ(log_.resignations()[0].seat, 1);
  EXPECT_EQ(log_.resignations()[0].turn, 2u);
}

}  // namespace
}  // namespace meeple::engine

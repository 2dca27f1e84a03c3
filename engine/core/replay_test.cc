#include "engine/core/replay.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "engine/core/rendering.h"
#include "engine/testing/fake_game.h"

namespace meeple::engine {
namespace {

class ReplayTest : public ::testing::Test {
 protected:
  void Play(std::initializer_list<int> places) {
    for (int place : places) game_.ApplyUnchecked(FakeGame::Place(place));
  }

  FakeGame game_{{{"ann", 'A'}, {"ben", 'B'}, {"cem", 'C'}}, {}, 9};
};

TEST_F(ReplayTest, FrameZeroIsTheEmptyBoard) {
  const std::vector<ReplayFrame> unstarted = Replay(game_, 0, 100);
  ASSERT_EQ(unstarted.size(), 1u);
  EXPECT_EQ(unstarted[0].rendered, "not started\n.|.|.|.|.|.|.|.|.\nlast: 99");
  game_.Start();
  Play({1});
  const std::vector<ReplayFrame> frames = Replay(game_, 0, 100);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].rendered, "ann to play\n.|.|.|.|.|.|.|.|.\nlast: 99");
  EXPECT_FALSE(frames[0].move.has_value());
  EXPECT_EQ(frames[0].seat, kNoSeat);
}

TEST_F(ReplayTest, EachFrameIsWhatTheGameWas) {
  game_.Start();
  std::vector<std::string> texts = {RenderGame(game_)};
  std::vector<TurnCursor> cursors = {game_.cursor()};
  for (int place : {0, 4, 2, 3, 1}) {
    Play({place});
    texts.push_back(RenderGame(game_));
    cursors.push_back(game_.cursor());
  }
  const std::vector<ReplayFrame> frames = Replay(game_, 0, 5);
  ASSERT_EQ(frames.size(), 6u);
  for (int turn = 0; turn <= 5; ++turn) {
    EXPECT_EQ(frames[turn].turn, turn);
    EXPECT_EQ(frames[turn].rendered, texts[turn]);
    EXPECT_EQ(frames[turn].cursor, cursors[turn]);
  }
  EXPECT_EQ(frames[2].move, FakeGame::Place(4));
  EXPECT_EQ(frames[2].seat, 0);
  EXPECT_EQ(frames[5].picture, game_.Picture());
  EXPECT_EQ(RenderGame(game_), texts[5]) << "the game itself is not changed";
}

TEST_F(ReplayTest, ShowsOnlyWhatStands) {
  game_.Start();
  Play({1, 2, 3});
  game_.Undo();
  EXPECT_EQ(Replay(game_, 0, 100).size(), 3u);
}

TEST_F(ReplayTest, RangesAreCut) {
  game_.Start();
  Play({1, 2, 3});
  struct Row {
    int from, to, first;
    size_t frames;
  };
  for (const Row& row :
       {Row{0, 3, 0, 4}, Row{1, 2, 1, 2}, Row{3, 3, 3, 1}, Row{2, 99, 2, 2}, Row{-5, 0, 0, 1}}) {
    const std::vector<ReplayFrame> frames = Replay(game_, row.from, row.to);
    ASSERT_EQ(frames.size(), row.frames) << row.from << ".." << row.to;
    EXPECT_EQ(frames[0].turn, row.first);
  }
  for (const Row& row : {Row{4, 9, 0, 0}, Row{2, 1, 0, 0}, Row{0, -1, 0, 0}}) {
    EXPECT_TRUE(Replay(game_, row.from, row.to).empty()) << row.from << ".." << row.to;
  }
}

TEST_F(ReplayTest, SeatsThatLeftStayOut) {
  game_.Start();
  Play({1});
  game_.Resign(1);
  Play({2, 3});  // cem, ann
  game_.Resign(2);
  const std::vector<ReplayFrame> frames = Replay(game_, 0, 100);
  ASSERT_EQ(frames.size(), 4u);
  EXPECT_EQ(frames[1].cursor.turn_index, 2);
  EXPECT_EQ(frames[2].seat, 2);
  EXPECT_EQ(frames[2].rendered, "ann to play\n.|A|C|.|.|.|.|.|.\nlast: 2");
  EXPECT_EQ(frames[3].rendered, "ann wins by resignation\n.|A|C|A|.|.|.|.|.\nlast: 3");
}

TEST_F(ReplayTest, LastFrameShowsThatTheGameWasCalledOff) {
  game_.Start();
  Play({1});
  game_.Abandon();
  const std::vector<ReplayFrame> frames = Replay(game_, 0, 100);
  EXPECT_EQ(frames[0].cursor.status, GameStatus::kInProgress);
  EXPECT_EQ(frames[1].cursor.status, GameStatus::kAbandoned);
  EXPECT_EQ(frames[1].outcome.reason, EndReason::kAbandoned);
}

}  // namespace
}  // namespace meeple::engine

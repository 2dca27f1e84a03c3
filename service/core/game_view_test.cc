#include "service/core/game_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/replay.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/field_count.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

class GameViewTest : public ::testing::Test {
 protected:
  void Begin(const std::string& config) {
    PreparedGame prepared = Prepare(config);
    setup_ = std::move(prepared.setup);
    game_ = std::move(prepared.game);
    game_->Start();
  }

  // Marks a cell for the seat to move.
  void Play(int row, int column) {
    game_->ApplyUnchecked(engine::Move::AtCell({.row = row, .column = column}));
  }

  v1::Game View() {
    return BuildGame({.setup = setup_,
                      .game = game_->CopyPosition(),
                      .seats = Seats(setup_->config),
                      .sequence = 42,
                      .offers = {{.id = 40, .kind = v1::OFFER_KIND_DRAW, .maker = 1}},
                      .next_game_id = "next"});
  }

  std::shared_ptr<const GameSetup> setup_;
  std::unique_ptr<engine::BoardGame> game_;
};

// See ConversionTest.NoFieldIsForgotten.
TEST_F(GameViewTest, NoFieldIsForgotten) {
  EXPECT_EQ(FieldCount<v1::Game>(), 13);
  EXPECT_EQ(FieldCount<v1::Seat>(), 5);
  EXPECT_EQ(FieldCount<v1::ReplayFrame>(), 5);
}

TEST_F(GameViewTest, GameInProgressIsComplete) {
  Begin("seats { player_id: 'ann' symbol: 'A' } seats { bot { kind: 'random' seed: 9 } }");
  Play(1, 1);
  const v1::Game game = View();
  EXPECT_EQ(game.game_id(), kTestGameId);
  EXPECT_EQ(game.config().kind(), "tic_tac_toe");
  EXPECT_EQ(game.config().parameters().at("size"), "3");
  ASSERT_EQ(game.seats_size(), 2);
  EXPECT_EQ(game.seats(0).player_id(), "ann");
  EXPECT_EQ(game.seats(0).symbol(), "A");
  EXPECT_EQ(game.seats(0).status(), v1::SEAT_STATUS_TAKEN);
  EXPECT_FALSE(game.seats(0).has_bot());
  EXPECT_FALSE(game.seats(0).resigned());
  EXPECT_EQ(game.seats(1).bot().kind(), "random");
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(game.cursor().turn_index(), 1);
  EXPECT_EQ(game.cursor().turns(), 1);
  EXPECT_EQ(game.current_player(), game.seats(1).player_id());
  EXPECT_EQ(game.winner(), "");
  EXPECT_EQ(game.end_reason(), v1::END_REASON_UNSPECIFIED);
  EXPECT_THAT(game.board().cells(), ElementsAre(".", ".", ".", ".", "A", ".", ".", ".", "."));
  EXPECT_EQ(game.rendered(), "X to play\n.|.|.\n.|A|.\n.|.|.");
  EXPECT_EQ(game.sequence(), 42);
  ASSERT_EQ(game.offers_size(), 1);
  EXPECT_EQ(game.offers(0).offer_id(), 40);
  EXPECT_EQ(game.next_game_id(), "next");
}

TEST_F(GameViewTest, WonGameNamesItsWinner) {
  Begin("");
  for (const auto& [row, column] : {std::pair(0, 0), {0, 1}, {1, 1}, {0, 2}, {2, 2}}) {
    Play(row, column);
  }
  const v1::Game game = View();
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_WON);
  EXPECT_EQ(game.current_player(), "");
  EXPECT_EQ(game.winner(), "X");
  EXPECT_EQ(game.end_reason(), v1::END_REASON_BOARD);
  EXPECT_EQ(game.rendered(), "X wins\nX|O|O\n.|X|.\n.|.|X");
}

TEST_F(GameViewTest, ResignedSeatIsMarked) {
  Begin("seats {} seats {} seats {}");
  game_->Resign(1);
  const v1::Game game = View();
  EXPECT_FALSE(game.seats(0).resigned());
  EXPECT_TRUE(game.seats(1).resigned());
  EXPECT_FALSE(game.seats(2).resigned());
  EXPECT_EQ(game.current_player(), "X");
}

TEST_F(GameViewTest, SeedOfABotIsNowhere) {
  Begin("seats {} seats { bot { kind: 'random' seed: 6148914691236517205 } }");
  EXPECT_EQ(setup_->bots[1]->seed(), 6148914691236517205u);
  EXPECT_FALSE(View().seats(1).bot().has_seed());
  EXPECT_EQ(View().ShortDebugString().find("6148914691236517205"), std::string::npos);
}

TEST_F(GameViewTest, FramesOfAReplayAreComplete) {
  Begin("");
  Play(0, 0);
  Play(1, 1);
  std::vector<v1::ReplayFrame> frames;
  for (engine::ReplayFrame& frame : engine::Replay(*game_, 0, 2)) {
    frames.push_back(BuildFrame(std::move(frame), *game_));
  }
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_FALSE(frames[0].has_move());
  EXPECT_EQ(frames[0].rendered(), "X to play\n.|.|.\n.|.|.\n.|.|.");
  EXPECT_EQ(frames[2].turn(), 2);
  EXPECT_EQ(frames[2].move().number(), 2);
  EXPECT_EQ(frames[2].move().player_id(), "O");
  EXPECT_EQ(frames[2].move().notation(), "b2");
  EXPECT_THAT(frames[2].board().cells(), ElementsAre("X", ".", ".", ".", "O", ".", ".", ".", "."));
  EXPECT_EQ(frames[2].rendered(), "X to play\nX|.|.\n.|O|.\n.|.|.");
  EXPECT_EQ(frames[2].cursor().turns(), 2);
  EXPECT_EQ(frames[2].cursor().turn_index(), 0);
}

}  // namespace
}  // namespace meeple::service

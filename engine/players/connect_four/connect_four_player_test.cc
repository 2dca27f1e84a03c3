#include "engine/players/connect_four/connect_four_player.h"

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "engine/games/connect_four/connect_four.h"
#include "engine/players/strategies.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

// Plays the last legal move and counts how often it was asked.
class LastMove final : public MoveStrategy {
 public:
  explicit LastMove(int& asked) : asked_(asked) {}
  absl::StatusOr<Move> Choose(const BoardGame& game) override {
    ++asked_;
    return game.LegalMoves().back();
  }

 private:
  int& asked_;
};

class ConnectFourPlayerTest : public ::testing::Test {
 protected:
  void Begin(int rows, int columns, int k, int players = 2) {
    game_ = std::make_unique<ConnectFour>(MakePlayers(players), GameOptions{}, rows, columns, k);
    game_->Start();
  }
  // Plays the columns that the digits name, from 1.
  void Play(std::string_view columns) {
    for (char column : columns) game_->ApplyUnchecked(Move::InColumn(column - '1'));
  }
  // The column that the player chooses, from 1, with a budget that tests can afford.
  int Answer() {
    ConnectFourPlayer player(std::make_unique<LastMove>(asked_),
                             {.node_budget = 200'000, .table_bits = 16});
    const absl::StatusOr<Move> move = player.Choose(*game_);
    EXPECT_TRUE(move.ok()) << move.status();
    return move.ok() ? move->column() + 1 : 0;
  }

  std::unique_ptr<ConnectFour> game_;
  int asked_ = 0;  // times the fallback was
};

TEST_F(ConnectFourPlayerTest, TakesTheWinInOne) {
  Begin(6, 7, 4);
  Play("112233");
  EXPECT_EQ(Answer(), 4);
  EXPECT_EQ(asked_, 0);
}

TEST_F(ConnectFourPlayerTest, BlocksTheOnlyThreat) {
  Begin(6, 7, 4);
  Play("17273");
  EXPECT_EQ(Answer(), 4);
}

TEST_F(ConnectFourPlayerTest, HandsOverWhatItCannotSolve) {
  Begin(6, 7, 4);
  EXPECT_EQ(Answer(), 7);  // an empty board takes far more than the budget
  EXPECT_EQ(asked_, 1);
  Begin(6, 7, 5);
  EXPECT_EQ(Answer(), 7);
  Begin(6, 7, 4, 3);
  EXPECT_EQ(Answer(), 7);
  Begin(8, 8, 4);
  EXPECT_EQ(Answer(), 8);
  EXPECT_EQ(asked_, 4);
}

TEST_F(ConnectFourPlayerTest, RefusesAGameThatIsOver) {
  Begin(6, 7, 4);
  Play("1212121");
  ConnectFourPlayer player(std::make_unique<RandomPlayer>(1));
  EXPECT_EQ(player.Choose(*game_).status().code(), absl::StatusCode::kFailedPrecondition);
}

// On a drawn board neither side of perfect play loses, whoever the other is.
TEST_F(ConnectFourPlayerTest, NeverLosesASmallBoard) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Begin(4, 5, 4);
    RandomPlayer random(seed);
    while (!game_->over()) {
      const bool ours = game_->cursor().turn_index == static_cast<int>(seed % 2);
      game_->ApplyUnchecked(ours ? Move::InColumn(Answer() - 1) : *random.Choose(*game_));
    }
    ASSERT_NE(game_->outcome().winner, static_cast<int>(1 - seed % 2));
  }
  EXPECT_EQ(asked_, 0);
}

}  // namespace
}  // namespace meeple::engine

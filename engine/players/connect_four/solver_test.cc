#include "engine/players/connect_four/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/games/connect_four/connect_four.h"
#include "engine/players/connect_four/board_shape.h"
#include "engine/players/connect_four/game_position.h"
#include "engine/testing/cases.h"
#include "engine/testing/make_players.h"

namespace meeple::engine::connect_four {
namespace {

Position PositionAfter(int width, int height, const std::vector<int>& columns) {
  const AnyShape shape(width, height);
  Position position;
  for (int column : columns) position.Play(OpenCells(shape, position.all) & shape.ColumnOf(column));
  return position;
}

std::unique_ptr<ConnectFour> Begin(int width, int height) {
  auto game = std::make_unique<ConnectFour>(MakePlayers(2), GameOptions{}, height, width, 4);
  game->Start();
  return game;
}

// A random game of `width` x `height` stopped before its end; null if it was over sooner.
std::unique_ptr<ConnectFour> RandomGame(int width, int height, int turns, uint64_t seed) {
  std::unique_ptr<ConnectFour> game = Begin(width, height);
  while (!game->over() && game->cursor().turns < turns) {
    const std::vector<Move> moves = game->LegalMoves();
    game->ApplyUnchecked(moves[DrawBelow(moves.size(), seed, game->cursor().turns, 0)]);
  }
  return game->over() ? nullptr : std::move(game);
}

// The score by trying all play of the game itself.
int SlowScore(ConnectFour& game) {
  const int size = game.board().rows() * game.board().columns();
  if (game.cursor().status == GameStatus::kDrawn) return 0;
  if (game.cursor().status == GameStatus::kWon) return -((size + 2 - game.cursor().turns) / 2);
  int best = -size;
  for (const Move& move : game.LegalMoves()) {
    game.ApplyUnchecked(move);
    best = std::max(best, -SlowScore(game));
    game.Undo();
  }
  return best;
}

struct DataSet {
  std::string_view file;
  int width;
  int height;
  int first_column;
};

class SolverDataTest : public ::testing::TestWithParam<DataSet> {};

TEST_P(SolverDataTest, ScoresEveryPosition) {
  const DataSet& set = GetParam();
  const auto scores = LoadConnectFourScores(std::string(set.file), set.first_column);
  MEEPLE_REQUIRE_CASES(scores);
  ASSERT_EQ(scores->size(), 1'000u);
  Solver solver(set.width, set.height);
  for (const ConnectFourScore& known : *scores) {
    const Position position = PositionAfter(set.width, set.height, known.columns);
    ASSERT_EQ(solver.Score(position), known.score) << ::testing::PrintToString(known.columns);
  }
}

INSTANTIATE_TEST_SUITE_P(, SolverDataTest,
                         ::testing::Values(DataSet{"Test_L3_R1", 7, 6, 1},
                                           DataSet{"Test_L2_R1", 7, 6, 1},
                                           DataSet{"Test_L1_R1", 7, 6, 1},
                                           DataSet{"9x5_endgame_L1.txt", 9, 5, 0},
                                           DataSet{"9x5_midgame_L1.txt", 9, 5, 0}),
                         [](const auto& test) {
                           std::string name(test.param.file.substr(0, test.param.file.find('.')));
                           return name;
                         });

// tromp.github.io/c4: nobody wins from these empty boards.
TEST(SolverTest, SmallBoardsAreDrawn) {
  const auto score = [](int width, int height) { return Solver(width, height).Score({}); };
  EXPECT_EQ(score(4, 4), 0);
  EXPECT_EQ(score(5, 4), 0);
  EXPECT_EQ(score(4, 5), 0);
  EXPECT_EQ(score(5, 5), 0);
}

// Boards of all shapes, also those on which a line fits in one direction only, or that fill the
// word.
TEST(SolverTest, AgreesWithTryingAllPlay) {
  constexpr int shapes[][2] = {{4, 4}, {7, 6}, {5, 4},  {3, 7},  {2, 20},
                               {8, 7}, {9, 5}, {20, 2}, {3, 20}, {16, 3}};
  int compared = 0;
  for (const auto& [width, height] : shapes) {
    Solver solver(width, height);
    for (uint64_t seed = 0; seed < 60; ++seed) {
      const auto game = RandomGame(width, height, width * height - 8, seed);
      if (game == nullptr) continue;
      const Position position = ReadPosition(*game)->position;
      const int expected = SlowScore(*game);
      ASSERT_EQ(solver.Score(position), expected) << width << " x " << height << ", seed " << seed;
      const auto column = solver.BestColumn(position);
      ASSERT_TRUE(column.has_value());
      game->ApplyUnchecked(Move::InColumn(*column));
      ASSERT_EQ(-SlowScore(*game), expected) << width << " x " << height << ", seed " << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
}

// The middle, then outwards, the left one first.
TEST(SolverTest, PrefersTheMiddleAmongEquals) {
  //  X to move wins at once in columns 1 and 5; nowhere sooner than by either.
  //  . . O O O . .
  //  . . X X X . .
  const Position both = PositionAfter(7, 6, {2, 2, 3, 3, 4, 4});
  EXPECT_EQ(Solver(7, 6).BestColumn(both), 1);
  // Nobody can win any more: the full middle is passed over.
  const Position drawn = PositionAfter(2, 3, {0, 0, 0});
  EXPECT_EQ(Solver(2, 3).BestColumn(drawn), 1);
  EXPECT_EQ(Solver(2, 3).BestColumn({}), 0);
}

TEST(SolverTest, AnswersUnknownOnceItsBudgetIsSpent) {
  const Position empty;
  Solver solver(7, 6, {.node_budget = 1'000, .table_bits = 16});
  EXPECT_EQ(solver.Score(empty), std::nullopt);
  EXPECT_EQ(solver.nodes(), 1'000u);
  EXPECT_EQ(solver.BestColumn(empty), std::nullopt);
  EXPECT_EQ(solver.nodes(), 1'000u);
  // An easy question after a hard one.
  EXPECT_EQ(solver.Score(PositionAfter(7, 6, {2, 2, 3, 3, 4, 4})), 18);
}

TEST(SolverTest, StopsWhenTold) {
  int asked = 0;
  Solver solver(7, 6, {.stop = [&asked] { return ++asked == 3; }, .table_bits = 16});
  EXPECT_EQ(solver.Score({}), std::nullopt);
  EXPECT_EQ(asked, 3);
}

// The table keeps what was learned, so that asking again gets there in the end, to the same score.
TEST(SolverTest, AsksAgainUntilItKnows) {
  Solver patient(6, 4, {.node_budget = 3'000});
  int asked = 1;
  while (!patient.Score({}).has_value()) ASSERT_LT(++asked, 1'000);
  EXPECT_GT(asked, 1);
  EXPECT_EQ(patient.Score({}), Solver(6, 4).Score({}));
}

// The behaviour of the search: another number is another order or another cut.
TEST(SolverTest, VisitsTheSameNodesEveryTime) {
  for (int table_bits : {17, 22}) {
    Solver solver(5, 4, {.table_bits = table_bits});
    EXPECT_EQ(solver.Score({}), 0);
    EXPECT_EQ(solver.nodes(), 67'027u);
  }
}

// A table that is far too small forgets, and never mistakes.
TEST(SolverTest, ASmallTableGivesTheSameScores) {
  EXPECT_EQ(Solver(6, 4, {.table_bits = 16}).Score({}), Solver(6, 4, {.table_bits = 22}).Score({}));
}

}  // namespace
}  // namespace meeple::engine::connect_four

// Connect Four against what is known of it from elsewhere.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/games/connect_four/connect_four.h"
#include "engine/testing/cases.h"
#include "engine/testing/make_players.h"
#include "engine/testing/perft.h"
#include "engine/testing/recorded_games.h"

namespace meeple::engine {
namespace {

std::unique_ptr<ConnectFour> Begin(int rows, int columns) {
  auto game = std::make_unique<ConnectFour>(MakePlayers(2), GameOptions{}, rows, columns, 4);
  game->Start();
  return game;
}

// The board as a number. REQUIRES: columns * (rows + 1) <= 64.
uint64_t CodeOf(const ConnectFour& game) {
  uint64_t code = 0;
  for (int column = 0; column < game.board().columns(); ++column) {
    // The discs of a column behind a 1 that says where they end.
    uint64_t discs = 1;
    for (int height = 1; height <= game.HeightOf(column); ++height) {
      discs = 2 * discs + game.board().At({game.board().rows() - height, column});
    }
    code = (code << (game.board().rows() + 1)) + discs;
  }
  return code;
}

class Positions {
 public:
  // Visits all play from `game`, up to `depth` moves on, each position once.
  Positions(ConnectFour& game, int depth) : by_depth_(depth + 1) { Visit(game, depth); }

  // How many positions are reached after exactly that many moves.
  std::vector<uint64_t> by_depth() const { return {by_depth_.rbegin(), by_depth_.rend()}; }
  size_t total() const { return seen_.size(); }

 private:
  void Visit(ConnectFour& game, int depth) {
    if (!seen_.insert(CodeOf(game)).second) return;
    ++by_depth_[depth];
    if (depth == 0) return;
    for (const Move& move : game.LegalMoves()) {
      game.ApplyUnchecked(move);
      Visit(game, depth - 1);
      game.Undo();
    }
  }

  std::vector<uint64_t> by_depth_;
  std::unordered_set<uint64_t> seen_;
};

TEST(ConnectFourPerftTest, LeavesByDepth) {
  const auto game = Begin(6, 7);
  EXPECT_EQ(Perft(*game, 7).nodes,
            (std::vector<uint64_t>{1, 7, 49, 343, 2401, 16807, 117649, 823536}));
}

// OEIS A212693.
TEST(ConnectFourPositionsTest, DistinctOnesByDepth) {
  const auto game = Begin(6, 7);
  EXPECT_EQ(Positions(*game, 7).by_depth(),
            (std::vector<uint64_t>{1, 7, 49, 238, 1120, 4263, 16422, 54859}));
}

// tromp.github.io/c4.
TEST(ConnectFourPositionsTest, AllOfASmallBoard) {
  const auto game = Begin(4, 4);
  EXPECT_EQ(Positions(*game, 16).total(), 161'029u);
}

TEST(ConnectFourTraceTest, RecordedGameIsTheSameHere) {
  const auto trace = LoadTrace("connect_four");
  MEEPLE_REQUIRE_CASES(trace);
  EXPECT_EQ(DifferenceFromTrace(*Begin(6, 7), *trace, ColumnActions(7)), "");
}

TEST(ConnectFourLineVectorsTest, AllOfThem) {
  const auto vectors = LoadLineVectors();
  MEEPLE_REQUIRE_CASES(vectors);
  int played = 0;
  for (const LineVector& vector : *vectors) {
    if (vector.game.rfind("connect4", 0) != 0) continue;
    ASSERT_EQ(vector.k, 4);
    std::vector<Move> moves;
    for (const Cell cell : vector.moves) moves.push_back(Move::InColumn(cell.column));
    EXPECT_EQ(DifferenceFromVector(*Begin(vector.height, vector.width), vector, moves), "");
    ++played;
  }
  EXPECT_GT(played, 0);
}

// A list of positions with their exact scores, and how to read it.
struct ScoreFile {
  std::string name;
  int rows;
  int columns;
  int first_column;
};

class ConnectFourScoresTest : public ::testing::TestWithParam<ScoreFile> {
 protected:
  static int Cells() { return GetParam().rows * GetParam().columns; }
  // The score of a win by the next disc but `later`, seen by the side that wins.
  static int ScoreOfWin(const BoardGame& game, int later) {
    return (Cells() + 1 - (game.cursor().turns + later)) / 2;
  }

  // Plays to the position, which must not be an end. Null if a move is refused.
  static std::unique_ptr<ConnectFour> Set(const ConnectFourScore& position) {
    std::unique_ptr<ConnectFour> game = Begin(GetParam().rows, GetParam().columns);
    for (int column : position.columns) {
      if (game->Submit(game->cursor().turn_index, Move::InColumn(column)).has_value())
        return nullptr;
    }
    return game->over() ? nullptr : std::move(game);
  }

  static bool WinsAtOnce(ConnectFour& game) {
    const std::vector<Move> moves = game.LegalMoves();
    return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
      game.ApplyUnchecked(move);
      const bool won = game.cursor().status == GameStatus::kWon;
      game.Undo();
      return won;
    });
  }

  // The exact score for the side to move, by trying everything.
  static int Solve(ConnectFour& game) {
    int best = -Cells();
    for (const Move& move : game.LegalMoves()) {
      const int score_of_win = ScoreOfWin(game, 0);
      game.ApplyUnchecked(move);
      if (!game.over()) {
        best = std::max(best, -Solve(game));
      } else {
        best = std::max(best, game.cursor().status == GameStatus::kWon ? score_of_win : 0);
      }
      game.Undo();
    }
    return best;
  }
};

// Who can win at once has the highest score that is possible there, and nobody else has.
TEST_P(ConnectFourScoresTest, WinsAtOnceWhereTheScoreSaysSo) {
  const auto positions = LoadConnectFourScores(GetParam().name, GetParam().first_column);
  MEEPLE_REQUIRE_CASES(positions);
  EXPECT_EQ(positions->size(), 1'000u);
  for (size_t i = 0; i < positions->size(); ++i) {
    const ConnectFourScore& position = (*positions)[i];
    const std::unique_ptr<ConnectFour> game = Set(position);
    ASSERT_NE(game, nullptr) << "line " << i + 1;
    EXPECT_EQ(WinsAtOnce(*game), position.score == ScoreOfWin(*game, 0)) << "line " << i + 1;
  }
}

// Near the end of the game everything can be tried.
TEST_P(ConnectFourScoresTest, NearlyFullBoardsHaveTheScore) {
  constexpr int kFewCells = 8;
  const auto positions = LoadConnectFourScores(GetParam().name, GetParam().first_column);
  MEEPLE_REQUIRE_CASES(positions);
  for (size_t i = 0; i < positions->size(); ++i) {
    const ConnectFourScore& position = (*positions)[i];
    if (static_cast<int>(position.columns.size()) < Cells() - kFewCells) continue;
    const std::unique_ptr<ConnectFour> game = Set(position);
    ASSERT_NE(game, nullptr) << "line " << i + 1;
    EXPECT_EQ(Solve(*game), position.score) << "line " << i + 1;
  }
}

std::string NameOf(const ::testing::TestParamInfo<ScoreFile>& info) {
  return info.param.name.substr(0, info.param.name.find('.'));
}

INSTANTIATE_TEST_SUITE_P(Files, ConnectFourScoresTest,
                         ::testing::Values(ScoreFile{"Test_L1_R1", 6, 7, 1},
                                           ScoreFile{"Test_L2_R1", 6, 7, 1},
                                           ScoreFile{"Test_L3_R1", 6, 7, 1},
                                           ScoreFile{"9x5_midgame_L1.txt", 5, 9, 0},
                                           ScoreFile{"9x5_endgame_L1.txt", 5, 9, 0}),
                         NameOf);

}  // namespace
}  // namespace meeple::engine

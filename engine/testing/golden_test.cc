// A whole game of each kind, told and drawn as in the file golden.txt of its folder: what people
// read of a game changes on purpose only. To write the files anew, read the difference, and keep
// it:
//
//   MEEPLE_WRITE_GOLDEN=1 build/dev/bin/engine_testing_test --gtest_filter='*Golden*'

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/core/notation.h"
#include "engine/core/rendering.h"
#include "engine/games/all_games.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

constexpr uint64_t kSeed = 1;
// Longer games are told to here, and drawn at their end.
constexpr int kToldTurns = 30;

class GoldenTest : public ::testing::TestWithParam<GameKind> {
 protected:
  std::string Path() const {
    return std::string(MEEPLE_GAMES_DIR) + "/" + GetParam().id + "/golden.txt";
  }

  // A game of random moves with the usual parameters.
  std::string Tell() const {
    auto game = *MakeGame(GetParam(), {}, MakePlayers(GetParam().min_players), {.seed = kSeed});
    game->Start();
    std::ostringstream text;
    while (!game->over()) {
      const std::vector<Move> moves = game->LegalMoves();
      game->ApplyUnchecked(moves[DrawBelow(moves.size(), kSeed, game->cursor().turns, 1)]);
      if (game->cursor().turns > kToldTurns) continue;
      const Ply& ply = game->log().standing().back();
      text << RenderMove(*game, ply) << "  " << FormatMove(ply.move) << "\n";
    }
    text << "after " << game->cursor().turns << " turns: " << RenderGame(*game) << "\n";
    return text.str();
  }
};

TEST_P(GoldenTest, IsToldAndDrawnAsBefore) {
  const std::string told = Tell();
  if (std::getenv("MEEPLE_WRITE_GOLDEN") != nullptr) std::ofstream(Path()) << told;
  std::ifstream file(Path());
  ASSERT_TRUE(file) << "there is no " << Path() << "; MEEPLE_WRITE_GOLDEN=1 writes it";
  const std::string golden{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(told, golden);
}

INSTANTIATE_TEST_SUITE_P(Kinds, GoldenTest, ::testing::ValuesIn(AllGameKinds()),
                         [](const auto& kind) { return kind.param.id; });

}  // namespace
}  // namespace meeple::engine

#include "engine/players/perfect_player.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/replay.h"
#include "engine/games/tic_tac_toe/tic_tac_toe.h"
#include "engine/players/match.h"
#include "engine/players/perfect_table.h"
#include "engine/players/strategies.h"
#include "engine/testing/fake_game.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

std::unique_ptr<MoveStrategy> Perfect() {
  return std::make_unique<PerfectPlayer>(std::make_unique<RandomPlayer>(1));
}

std::unique_ptr<TicTacToe> Begin(int size, int players) {
  auto game = std::make_unique<TicTacToe>(MakePlayers(players), GameOptions{}, size);
  game->Start();
  return game;
}

// A game in which these cells (numbers row by row) were played.
std::unique_ptr<TicTacToe> After(const std::vector<int>& cells) {
  std::unique_ptr<TicTacToe> game = Begin(3, 2);
  for (int cell : cells) {
    game->ApplyUnchecked(Move::AtCell({.row = cell / 3, .column = cell % 3}));
  }
  return game;
}

int Answer(const BoardGame& game) {
  const absl::StatusOr<Move> move = Perfect()->Choose(game);
  EXPECT_TRUE(move.ok()) << move.status();
  return move->cell().row * 3 + move->cell().column;
}

TEST(PerfectTableTest, KnowsEveryReachablePosition) {
  EXPECT_EQ(PerfectTable::Get().size(), 5'478);
}

TEST(PerfectPlayerTest, AnswersAsWellWhereTheSecondSeatMovesFirst) {
  std::vector<std::unique_ptr<MoveStrategy>> strategies;
  strategies.push_back(Perfect());
  strategies.push_back(Perfect());
  Match match(std::make_unique<TicTacToe>(MakePlayers(2), GameOptions{.first_seat = 1}, 3),
              std::move(strategies));
  EXPECT_FALSE(match.Play().has_value());
  EXPECT_EQ(match.game().log().standing().front().seat, 1);
  EXPECT_EQ(match.game().cursor().status, GameStatus::kDrawn);
}

TEST(PerfectPlayerTest, PerfectAgainstPerfectIsDrawn) {
  std::vector<std::unique_ptr<MoveStrategy>> strategies;
  strategies.push_back(Perfect());
  strategies.push_back(Perfect());
  Match match(std::make_unique<TicTacToe>(MakePlayers(2), GameOptions{}, 3), std::move(strategies));
  EXPECT_FALSE(match.Play().has_value());
  EXPECT_EQ(match.game().cursor().status, GameStatus::kDrawn);
  EXPECT_EQ(match.game().cursor().turns, 9);
  const std::vector<ReplayFrame> frames = Replay(match.game(), 0, 9);
  ASSERT_EQ(frames.size(), 10u);
  EXPECT_EQ(frames[0].rendered, "X to play\n.|.|.\n.|.|.\n.|.|.");
  EXPECT_EQ(frames[9].cursor.status, GameStatus::kDrawn);
}

TEST(PerfectPlayerTest, TakesTheWinInOne) {
  // X O X     X at 0, 2, 4, 6; O at 1 and 3 ... with O to move, 7 wins at once while
  // . O .     blocking at 3 or 5 would only win later.
  // X . .
  EXPECT_EQ(Answer(*After({0, 1, 2, 4, 6})), 7);
}

TEST(PerfectPlayerTest, BlocksTheOnlyThreat) {
  EXPECT_EQ(Answer(*After({0, 4, 1})), 2);
  EXPECT_EQ(Answer(*After({4, 0, 2})), 6);
}

TEST(PerfectPlayerTest, FirstMovesAllDrawAndHaveTheKnownAnswers) {
  const int centre = 4;
  for (int first = 0; first < 9; ++first) {
    EXPECT_EQ(PerfectTable::Get().At(PerfectDigit(first, 0)).value, 0) << first;
  }
  for (int corner : {0, 2, 6, 8}) EXPECT_EQ(Answer(*After({corner})), centre);
  const int answer = Answer(*After({centre}));
  EXPECT_TRUE(answer % 2 == 0 && answer != centre) << answer << " is no corner";
}

TEST(PerfectPlayerTest, PlaysTheLastCell) {
  EXPECT_EQ(Answer(*After({0, 1, 2, 4, 3, 5, 7, 6})), 8);
}

// The value of a position for the seat to move by plain search of the game itself: positive wins,
// and the nearer the end the further from 0.
int Search(TicTacToe& game) {
  if (game.cursor().status == GameStatus::kDrawn) return 0;
  if (game.cursor().status == GameStatus::kWon) return -10;
  int best = -100;
  for (const Move& move : game.LegalMoves()) {
    game.ApplyUnchecked(move);
    const int value = -Search(game);
    game.Undo();
    best = std::max(best, value > 0 ? value - 1 : value < 0 ? value + 1 : 0);
  }
  return best;
}

// Follows random games; at each ply the table's value is that of a search of the live game, and the
// move it recommends keeps it: quickest win, longest defence.
TEST(PerfectTableTest, AgreesWithASearchOfTheGame) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomPlayer random(seed);
    const std::unique_ptr<TicTacToe> game = Begin(3, 2);
    int code = 0;
    while (!game->over()) {
      const PerfectTable::Entry& entry = PerfectTable::Get().At(code);
      ASSERT_TRUE(entry.reachable);
      if (game->cursor().turns > 1) {
        ASSERT_EQ(entry.value, Search(*game));
        game->ApplyUnchecked(*Perfect()->Choose(*game));
        const int after = -Search(*game);
        ASSERT_EQ(after > 0 ? after - 1 : after < 0 ? after + 1 : 0, entry.value);
        game->Undo();
      }
      const Move move = *random.Choose(*game);
      code += PerfectDigit(move.cell().row * 3 + move.cell().column, game->cursor().turn_index);
      game->ApplyUnchecked(move);
    }
  }
}

TEST(PerfectPlayerTest, NeverLosesAgainstRandom) {
  const std::unique_ptr<MoveStrategy> perfect = Perfect();
  int wins = 0;
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    for (SeatIndex side : {0, 1}) {
      RandomPlayer random(seed);
      const std::unique_ptr<TicTacToe> game = Begin(3, 2);
      while (!game->over()) {
        MoveStrategy& mover = game->cursor().turn_index == side ? *perfect : random;
        ASSERT_FALSE(game->Submit(game->cursor().turn_index, *mover.Choose(*game)).has_value());
      }
      ASSERT_NE(game->outcome().winner, 1 - side) << "seed " << seed << ", side " << side;
      if (game->outcome().winner == side) ++wins;
    }
  }
  EXPECT_GT(wins, 1'500);
}

// A strategy that says which game it was handed.
class Recorder final : public MoveStrategy {
 public:
  explicit Recorder(int& asked) : asked_(asked) {}
  absl::StatusOr<Move> Choose(const BoardGame& game) override {
    ++asked_;
    return game.LegalMoves().back();
  }

 private:
  int& asked_;
};

TEST(PerfectPlayerTest, HandsOtherBoardsToItsFallback) {
  int asked = 0;
  PerfectPlayer player(std::make_unique<Recorder>(asked));
  EXPECT_TRUE(player.Choose(*Begin(3, 2)).ok());
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(*player.Choose(*Begin(4, 2)), Move::AtCell({3, 3}));
  EXPECT_EQ(*player.Choose(*Begin(3, 3)), Move::AtCell({2, 2}));
  FakeGame other(MakePlayers(2), {}, 9);
  other.Start();
  EXPECT_EQ(*player.Choose(other), FakeGame::Place(8));
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace meeple::engine

#include "engine/players/fast_playout.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/connect_four/connect_four.h"
#include "engine/games/tic_tac_toe/tic_tac_toe.h"
#include "engine/players/connect_four/game_position.h"
#include "engine/players/connect_four/playout_position.h"
#include "engine/players/tic_tac_toe/playout_position.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

std::unique_ptr<BoardGame> BeginTicTacToe(int size = 3, int players = 2, int turn_limit = 0) {
  auto game = std::make_unique<TicTacToe>(MakePlayers(players),
                                          GameOptions{.turn_limit = turn_limit}, size);
  game->Start();
  return game;
}

std::unique_ptr<BoardGame> BeginConnectFour(int rows = 6, int columns = 7, int players = 2) {
  auto game = std::make_unique<ConnectFour>(MakePlayers(players), GameOptions{}, rows, columns, 4);
  game->Start();
  return game;
}

// Plays random games on the rules and on the small value at once: at every ply as many legal moves,
// the n-th of one is the n-th of the other, and the same end.
template <PlayoutPosition P>
void ExpectSamePlay(const std::unique_ptr<BoardGame>& game, const P& start,
                    P (*read)(const BoardGame&), uint64_t games) {
  for (uint64_t seed = 0; seed < games; ++seed) {
    PlayoutRandom random(seed);
    P position = start;
    while (!game->over()) {
      const std::vector<Move> moves = game->LegalMoves();
      ASSERT_FALSE(position.over()) << "seed " << seed;
      ASSERT_EQ(position.MoveCount(), static_cast<int>(moves.size())) << "seed " << seed;
      for (size_t n = 0; n < moves.size(); ++n) {
        P after = position;
        after.PlayNth(static_cast<int>(n));
        game->ApplyUnchecked(moves[n]);
        ASSERT_EQ(after.over(), game->over()) << "seed " << seed << ", move " << n;
        if (after.over()) {
          ASSERT_EQ(after.winner(), game->outcome().winner) << "seed " << seed;
        } else {
          ASSERT_EQ(after, read(*game)) << "seed " << seed << ", move " << n;
        }
        game->UndoUnchecked();
      }
      const int choice = random.Below(position.MoveCount());
      position.PlayNth(choice);
      game->ApplyUnchecked(moves[choice]);
    }
    while (game->cursor().turns > 0) game->UndoUnchecked();
  }
}

TEST(PlayoutPositionTest, TicTacToePlaysAsTheGame) {
  const auto read = [](const BoardGame& game) {
    const BoardView& board = dynamic_cast<const TicTacToe&>(game).board();
    uint32_t marks[2] = {0, 0};
    for (int cell = 0; cell < 9; ++cell) {
      const SeatIndex seat = board.At({.row = cell / 3, .column = cell % 3});
      if (seat != kNoSeat) marks[seat] |= uint32_t{1} << cell;
    }
    const SeatIndex to_move = game.cursor().turn_index;
    return tic_tac_toe::PlayoutPosition3x3(marks[to_move], marks[1 - to_move], to_move);
  };
  ExpectSamePlay<tic_tac_toe::PlayoutPosition3x3>(
      BeginTicTacToe(), tic_tac_toe::PlayoutPosition3x3(0, 0, 0), read, 3'000);
}

TEST(PlayoutPositionTest, ConnectFourPlaysAsTheGame) {
  const auto read = [](const BoardGame& game) {
    return connect_four::PlayoutPosition7x6(connect_four::ReadPosition(game)->position,
                                            game.cursor().turn_index);
  };
  ExpectSamePlay<connect_four::PlayoutPosition7x6>(
      BeginConnectFour(), connect_four::PlayoutPosition7x6({}, 0), read, 1'000);
}

struct Counts {
  std::array<int, kMaxSeats> wins = {};
  int draws = 0;
};

Counts PlayMany(FastPlayout& playout, BoardGame& game, int games) {
  PlayoutRandom random(1);
  Counts counts;
  for (int i = 0; i < games; ++i) {
    const SeatIndex winner = playout.Play(game, random);
    ++(winner == kNoSeat ? counts.draws : counts.wins[winner]);
  }
  return counts;
}

// Exactly 737/1260, 121/420 and 8/63; the tolerance is some five standard deviations.
TEST(FastPlayoutTest, ResultsAreSpreadAsTheyShould) {
  constexpr int games = 200'000;
  const auto game = BeginTicTacToe();
  const Counts counts = PlayMany(*FastPlayout::For(*game), *game, games);
  EXPECT_NEAR(counts.wins[0], games * 737.0 / 1260, games * 0.005);
  EXPECT_NEAR(counts.wins[1], games * 121.0 / 420, games * 0.005);
  EXPECT_NEAR(counts.draws, games * 8.0 / 63, games * 0.005);
}

// From positions all over random games, both ways end with the same winner each time, and leave the
// game and the numbers as the other does.
void ExpectSameOnBothWays(BoardGame& game) {
  const std::unique_ptr<FastPlayout> fast = FastPlayout::For(game);
  const std::unique_ptr<FastPlayout> slow = FastPlayout::ThroughTheGame();
  for (uint64_t seed = 0; seed < 300; ++seed) {
    PlayoutRandom one(seed);
    PlayoutRandom other(seed);
    const int turns = game.cursor().turns;
    ASSERT_EQ(fast->Play(game, one), slow->Play(game, other)) << "seed " << seed;
    ASSERT_EQ(one.Next(), other.Next()) << "seed " << seed;
    ASSERT_EQ(game.cursor().turns, turns);
    if (game.over()) {
      while (game.cursor().turns > 0) game.UndoUnchecked();
    } else {
      const std::vector<Move> moves = game.LegalMoves();
      game.ApplyUnchecked(moves[one.Below(static_cast<int>(moves.size()))]);
    }
  }
}

TEST(FastPlayoutTest, BothWaysDecideTheSame) {
  ExpectSameOnBothWays(*BeginTicTacToe());
  ExpectSameOnBothWays(*BeginConnectFour());
}

// What small values do not know goes through the game: other boards, more players, a limit of
// turns, other games.
TEST(FastPlayoutTest, PlaysEveryOtherGameThroughTheGame) {
  ExpectSameOnBothWays(*BeginTicTacToe(4));
  ExpectSameOnBothWays(*BeginTicTacToe(3, 3));
  ExpectSameOnBothWays(*BeginConnectFour(5, 8));
  ExpectSameOnBothWays(*BeginConnectFour(6, 7, 3));
  const auto limited = BeginTicTacToe(3, 2, 4);
  EXPECT_EQ(PlayMany(*FastPlayout::For(*limited), *limited, 100).draws, 100);
}

}  // namespace
}  // namespace meeple::engine

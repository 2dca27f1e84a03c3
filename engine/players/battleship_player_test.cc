#include "engine/players/battleship_player.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/notation.h"
#include "engine/core/rendering.h"
#include "engine/players/strategies.h"
#include "engine/testing/fake_game.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

using Settings = std::map<std::string, std::string>;

std::unique_ptr<BoardGame> Begin(const Settings& settings) {
  auto game = *MakeGame(FindGameKind("battleship"), settings, MakePlayers(2), {});
  game->Start();
  return game;
}

BattleshipPlayer MakeBot(uint64_t seed) {
  return BattleshipPlayer(seed, std::make_unique<RandomPlayer>(seed));
}

// How a game against the random player ended, the bot in seat `side`.
struct RandomMatch {
  bool won = false;
  int shots = 0;  // that the bot fired
};

RandomMatch PlayRandom(const Settings& settings, uint64_t seed, SeatIndex side) {
  BattleshipPlayer bot = MakeBot(seed);
  RandomPlayer random(seed + 1'000);
  const std::unique_ptr<BoardGame> game = Begin(settings);
  std::set<Cell> shots;
  while (!game->over()) {
    const SeatIndex seat = game->cursor().turn_index;
    MoveStrategy& mover = seat == side ? static_cast<MoveStrategy&>(bot) : random;
    const Move move = *mover.Choose(*game);
    EXPECT_FALSE(game->Submit(seat, move).has_value());
    if (seat == side && move.form() == MoveForm::kCell) {
      EXPECT_TRUE(shots.insert(move.cell()).second) << "seed " << seed << ": " << FormatMove(move);
    }
  }
  return {.won = game->outcome().winner == side, .shots = static_cast<int>(shots.size())};
}

struct Tally {
  int wins = 0;
  double shots_a_win = 0;
};

Tally PlayManyAgainstRandom(const Settings& settings, int games) {
  Tally tally;
  int shots = 0;
  for (int seed = 0; seed < games; ++seed) {
    const RandomMatch result = PlayRandom(settings, seed, seed % 2);
    if (!result.won) continue;
    ++tally.wins;
    shots += result.shots;
  }
  tally.shots_a_win = static_cast<double>(shots) / tally.wins;
  return tally;
}

TEST(BattleshipPlayerTest, BeatsRandomOnTheUsualBoard) {
  const Tally tally = PlayManyAgainstRandom({}, 100);
  EXPECT_GE(tally.wins, 95);
  EXPECT_LT(tally.shots_a_win, 50);
  EXPECT_GT(tally.shots_a_win, 35) << "too good to be fair";
}

TEST(BattleshipPlayerTest, BeatsRandomWhereShipsDoNotTouch) {
  const Tally tally = PlayManyAgainstRandom(
      {{"fleet", "4,3,3,2,2,2,1,1,1,1"}, {"touching", "false"}, {"repeat_shot", "miss"}}, 40);
  EXPECT_GE(tally.wins, 38);
  EXPECT_LT(tally.shots_a_win, 65);
}

TEST(BattleshipPlayerTest, PlaysTheLargestBoard) {
  const RandomMatch result = PlayRandom({{"rows", "26"},
                                         {"columns", "26"},
                                         {"fleet", "26,9,8,7,6,5,5,4,4,4,3,3,3,2,2,2,1,1,1,1"},
                                         {"touching", "false"}},
                                        1, 1);
  EXPECT_TRUE(result.won);
}

// Plays each move for the seat to move.
void Play(BoardGame& game, const std::vector<std::string>& moves) {
  const MoveForm forms[] = {MoveForm::kCell, MoveForm::kShip};
  for (const std::string& move : moves) {
    const auto refusal = game.Submit(game.cursor().turn_index, *ParseMove(move, forms));
    ASSERT_FALSE(refusal.has_value()) << move << ": " << refusal->message;
  }
}

// The shots that the bot, whatever its seed, may choose.
std::set<std::string> Shots(const BoardGame& game) {
  std::set<std::string> shots;
  for (uint64_t seed = 0; seed < 50; ++seed) shots.insert(FormatMove(*MakeBot(seed).Choose(game)));
  return shots;
}

TEST(BattleshipPlayerTest, HuntsAHitShipUntilItIsSunk) {
  const auto game = Begin({{"rows", "5"}, {"columns", "7"}, {"fleet", "3,2"}});
  Play(*game,
       {"carrier a1 right", "carrier d3 right", "battleship a3 right", "battleship a1 right"});
  EXPECT_EQ(Shots(*game), (std::set<std::string>{"c3", "d3", "e3"}))
      << "most ways to lie cross the middle";
  Play(*game, {"d3", "g5"});
  EXPECT_EQ(Shots(*game), (std::set<std::string>{"c3", "d2", "d4", "e3"}));
  Play(*game, {"e3", "f5"});
  EXPECT_EQ(Shots(*game), (std::set<std::string>{"c3", "f3"})) << "along the two hits";
  Play(*game, {"c3", "e5"});
  EXPECT_EQ(Shots(*game), (std::set<std::string>{"f3"})) << "the other end, after a miss";
  Play(*game, {"f3", "g4"});
  EXPECT_EQ(game->PictureFor(0).facts.at("right"), "O, afloat: battleship 2");
  for (const std::string& shot : Shots(*game)) {
    EXPECT_TRUE(shot != "e3" && shot != "g3") << shot << " is no better than others now";
  }
}

TEST(BattleshipPlayerTest, SparesCellsBesideShipsThatDoNotTouch) {
  const auto game =
      Begin({{"rows", "3"}, {"columns", "5"}, {"fleet", "2,1"}, {"touching", "false"}});
  Play(*game,
       {"carrier a1 right", "carrier a1 right", "battleship a3 right", "battleship e3 right"});
  Play(*game, {"a1", "c2", "b1", "d2"});
  EXPECT_EQ(game->PictureFor(0).facts.at("right"), "O, afloat: battleship 1");
  EXPECT_EQ(Shots(*game),
            (std::set<std::string>{"a3", "b3", "c3", "d1", "d2", "d3", "e1", "e2", "e3"}));
}

TEST(BattleshipPlayerTest, PlacesItsFleetByItsSeed) {
  std::set<std::string> fleets;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    BattleshipPlayer bot = MakeBot(seed);
    BattleshipPlayer same = MakeBot(seed);
    const auto game = Begin({});
    while (game->LegalMoves().front().form() == MoveForm::kShip) {
      const Move move = *bot.Choose(*game);
      EXPECT_EQ(*same.Choose(*game->CopyPosition()), move);
      game->ApplyUnchecked(move);
    }
    fleets.insert(RenderGame(*game));
  }
  EXPECT_EQ(fleets.size(), 20u);
}

TEST(BattleshipPlayerTest, HandsOtherGamesToItsFallback) {
  FakeGame other(MakePlayers(2), {}, 9);
  other.Start();
  BattleshipPlayer bot(1, std::make_unique<ScriptedPlayer>(std::vector<Move>{FakeGame::Place(8)}));
  EXPECT_EQ(*bot.Choose(other), FakeGame::Place(8));
}

}  // namespace
}  // namespace meeple::engine

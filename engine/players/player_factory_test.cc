#include "engine/players/player_factory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/games/all_games.h"
#include "engine/testing/fake_game.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

std::unique_ptr<BoardGame> BeginFake(int places) {
  auto game = std::make_unique<FakeGame>(MakePlayers(2), GameOptions{}, places);
  game->Start();
  return game;
}

TEST(PlayerFactoryTest, RefusesWhatCannotPlay) {
  struct Row {
    PlayerSpec spec;
    std::string message;
  };
  const Row rows[] = {
      {{.kind = "martian"},
       "unknown kind of player 'martian'; known: human, mcts, perfect, random, scripted, search"},
      {{.kind = ""},
       "unknown kind of player ''; known: human, mcts, perfect, random, scripted, search"},
      {{.kind = "random"}, "a player of kind random needs a seed"},
      {{.kind = "perfect"}, "a player of kind perfect needs a seed"},
      {{.kind = "search"}, "a player of kind search needs a seed"},
      {{.kind = "random", .level = 1, .seed = 1}, "a player of kind random has no levels"},
      {{.kind = "random", .level = -1, .seed = 1}, "a player of kind random has no levels"},
      {{.kind = "mcts", .level = 11, .seed = 1}, "the level of a player is 0 (its default) to 10"},
      {{.kind = "search", .level = -1, .seed = 1},
       "the level of a player is 0 (its default) to 10"},
      {{.kind = "human"}, "a human player needs a source of moves"},
  };
  for (const Row& row : rows) {
    const auto player = MakePlayer(row.spec);
    EXPECT_EQ(player.status().code(), absl::StatusCode::kInvalidArgument) << row.message;
    EXPECT_EQ(player.status().message(), row.message);
  }
}

TEST(PlayerFactoryTest, MakesEveryBot) {
  std::vector<std::string> ids;
  for (const BotKind& bot : AllBotKinds()) {
    EXPECT_TRUE(MakePlayer({.kind = bot.id, .seed = 0}).ok()) << bot.id;
    EXPECT_TRUE(std::any_of(AllGameKinds().begin(), AllGameKinds().end(), bot.plays)) << bot.id;
    EXPECT_FALSE(bot.description.empty());
    ids.push_back(bot.id);
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"mcts", "perfect", "random", "search"}));
}

TEST(PlayerFactoryTest, FindsBotsById) {
  for (const BotKind& bot : AllBotKinds()) EXPECT_EQ(FindBotKind(bot.id), &bot);
  EXPECT_EQ(FindBotKind("human"), nullptr);
  EXPECT_EQ(FindBotKind(""), nullptr);
}

// Each node of a search on 3 x 3 costs 9 cells, on 15 x 15 it costs 225; level 0 is level 5.
TEST(PlayerFactoryTest, OnlyThoseAnswerAtOnceThatHardlySearch) {
  struct Row {
    std::string bot;
    int64_t cells;
    std::vector<int> levels;  // at which it does
  };
  for (const Row& row : {
           Row{"random", 9, {0}},
           Row{"random", 100'000'000, {0}},
           Row{"perfect", 9, {0}},
           Row{"perfect", 12, {}},
           Row{"perfect", 42, {}},
           Row{"mcts", 9, {0, 1, 2, 3, 4, 5}},
           Row{"search", 9, {0, 1, 2, 3, 4, 5}},
           Row{"search", 42, {1, 2, 3}},
           Row{"search", 225, {1, 2}},
           Row{"mcts", 1'000, {1}},
           Row{"search", 1'001, {}},
       }) {
    const BotKind& bot = *FindBotKind(row.bot);
    std::vector<int> levels;
    for (int level = 0; level <= (bot.has_levels ? 10 : 0); ++level) {
      if (bot.answers_at_once(level, row.cells)) levels.push_back(level);
    }
    EXPECT_EQ(levels, row.levels) << row.bot << " on " << row.cells;
  }
}

TEST(PlayerFactoryTest, PerfectClaimsOnlyWhatItKnows) {
  const GameKind other = {.id = "other"};
  for (const BotKind& bot : AllBotKinds()) EXPECT_EQ(bot.plays(other), bot.id != "perfect");
}

TEST(PlayerFactoryTest, BotsThatLookAtEverythingPlayNothingHidden) {
  const GameKind secret = {.id = "secret", .hidden = true};
  for (const BotKind& bot : AllBotKinds()) {
    EXPECT_EQ(bot.plays(secret), bot.id == "random" || bot.id == "search") << bot.id;
  }
}

// With three places in a row to win, whoever looks ahead takes the third.
TEST(PlayerFactoryTest, WhoLooksAheadWins) {
  for (const char* kind : {"mcts", "search", "perfect"}) {
    const std::unique_ptr<BoardGame> game = BeginFake(9);
    for (const int place : {1, 5, 2, 6}) game->ApplyUnchecked(FakeGame::Place(place));
    game->ApplyUnchecked(*(*MakePlayer({.kind = kind, .seed = 7}))->Choose(*game));
    if (!game->over())
      game->ApplyUnchecked(*(*MakePlayer({.kind = kind, .seed = 7}))->Choose(*game));
    EXPECT_EQ(game->outcome().winner, 0) << kind;
  }
}

// X threatens nothing yet, but wins by force with the third of three discs open at both ends.
TEST(PlayerFactoryTest, PerfectSolvesConnectFour) {
  auto game = *MakeGame(FindGameKind("connect_four"), {}, MakePlayers(2), {});
  game->Start();
  for (const char column : std::string("4455")) game->ApplyUnchecked(Move::InColumn(column - '1'));
  const auto player = *MakePlayer({.kind = "perfect", .seed = 7});
  EXPECT_EQ(*player->Choose(*game), Move::InColumn(2));
}

TEST(PlayerFactoryTest, WhoIsStoppedAnswersSoon) {
  for (const char* kind : {"mcts", "search"}) {
    int asked = 0;
    const auto player = *MakePlayer({.kind = kind, .level = 10, .seed = 7, .stop = [&asked] {
                                       ++asked;
                                       return true;
                                     }});
    auto game = MakeGame(FindGameKind("reversi"), {}, MakePlayers(2), {});
    (*game)->Start();
    EXPECT_TRUE(player->Choose(**game).ok());
    EXPECT_EQ(asked, 1) << kind;
  }
}

TEST(HumanPlayerTest, AnswersWhatItsSourceSays) {
  const auto human = *MakePlayer({.kind = "human", .source = [](const BoardGame& game) {
                                    return FakeGame::Place(game.cursor().turns + 5);
                                  }});
  EXPECT_EQ(*human->Choose(*BeginFake(9)), FakeGame::Place(5));
}

TEST(HumanPlayerTest, PassesOnThatItsSourceEnded) {
  const auto human = *MakePlayer({.kind = "human", .source = [](const BoardGame&) {
                                    return absl::CancelledError("end of input");
                                  }});
  EXPECT_EQ(human->Choose(*BeginFake(9)).status(), absl::CancelledError("end of input"));
}

TEST(ScriptedPlayerTest, PlaysItsScriptThenHasNoMove) {
  const auto player =
      *MakePlayer({.kind = "scripted", .script = {FakeGame::Place(3), FakeGame::Place(99)}});
  const std::unique_ptr<BoardGame> game = BeginFake(9);
  EXPECT_EQ(*player->Choose(*game), FakeGame::Place(3));
  EXPECT_EQ(*player->Choose(*game), FakeGame::Place(99)) << "legal or not";
  EXPECT_EQ(player->Choose(*game).status(),
            absl::OutOfRangeError("the script has no move after its 2 moves"));
}

TEST(RandomPlayerTest, DrawsBySeedAndTurn) {
  const auto player = *MakePlayer({.kind = "random", .seed = 7});
  const std::unique_ptr<BoardGame> game = BeginFake(9);
  for (int turn = 0; turn < 4; ++turn) {
    const std::vector<Move> moves = game->LegalMoves();
    const Move expected = moves[DrawBelow(moves.size(), 7, turn, 0)];
    EXPECT_EQ(*player->Choose(*game), expected);
    EXPECT_EQ(*player->Choose(*game), expected) << "the same again for the same position";
    game->ApplyUnchecked(expected);
  }
}

TEST(RandomPlayerTest, SeedsDiffer) {
  const std::unique_ptr<BoardGame> game = BeginFake(9);
  std::vector<Move> chosen;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    chosen.push_back(*(*MakePlayer({.kind = "random", .seed = seed}))->Choose(*game));
  }
  for (const Move& move : game->LegalMoves()) {
    EXPECT_GT(std::count(chosen.begin(), chosen.end(), move), 0);
  }
}

TEST(StrategiesTest, NobodyMovesOutsideAGameInProgress) {
  const PlayerSpec specs[] = {
      {.kind = "human", .source = [](const BoardGame&) { return FakeGame::Place(0); }},
      {.kind = "scripted", .script = {FakeGame::Place(0)}},
      {.kind = "random", .seed = 1},
      {.kind = "perfect", .seed = 1},
      {.kind = "mcts", .seed = 1},
      {.kind = "search", .seed = 1},
  };
  for (const PlayerSpec& spec : specs) {
    const auto player = *MakePlayer(spec);
    const std::unique_ptr<BoardGame> game = BeginFake(9);
    game->Abandon();
    EXPECT_EQ(player->Choose(*game).status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(player->Choose(*game->NewGame()).status().code(),
              absl::StatusCode::kFailedPrecondition);
  }
}

TEST(RandomPlayerTest, PlaysTheOnlyMove) {
  const auto player = *MakePlayer({.kind = "random", .seed = 1});
  EXPECT_EQ(*player->Choose(*BeginFake(1)), FakeGame::Place(0));
}

}  // namespace
}  // namespace meeple::engine

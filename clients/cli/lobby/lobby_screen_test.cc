#include "clients/cli/lobby/lobby_screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace meeple::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::ListedGame Game(int number) {
  v1::ListedGame game;
  game.set_game_id(absl::StrCat("game", number));
  game.mutable_config()->set_kind("reversi");
  game.mutable_create_time()->set_seconds(number);
  return game;
}

v1::LobbyEvent Gone(int number) {
  v1::LobbyEvent event;
  event.set_change(v1::LOBBY_CHANGE_GONE);
  event.mutable_game()->set_game_id(absl::StrCat("game", number));
  return event;
}

// Games 1 to 3, of which 3 is the newest and stands first.
class LobbyScreenTest : public ::testing::Test {
 protected:
  LobbyScreenTest() {
    for (int number = 1; number <= 3; ++number) games_.Add(Game(number));
  }
  void Press(Key::Kind kind) { screen_.Press({kind}, games_); }
  void Press(char character) { screen_.Press({Key::kCharacter, character}, games_); }
  std::string Text() const { return screen_.Text(games_, Style()); }

  ListedGames games_;
  LobbyScreen screen_;
};

TEST_F(LobbyScreenTest, TheNewestGameIsChosenFirst) {
  EXPECT_THAT(Text(), HasSubstr("3 games"));
  EXPECT_THAT(Text(), HasSubstr(" > game3"));
  EXPECT_EQ(screen_.TakeJoin(), "");
}

TEST_F(LobbyScreenTest, KeysChooseAndJoinOnce) {
  Press(Key::kDown);
  EXPECT_THAT(Text(), HasSubstr(" > game2"));
  Press(Key::kEnter);
  EXPECT_EQ(screen_.TakeJoin(), "game2");
  EXPECT_EQ(screen_.TakeJoin(), "");
  for (int i = 0; i < 5; ++i) Press(Key::kDown);
  Press('j');
  EXPECT_EQ(screen_.TakeJoin(), "game1");
  for (int i = 0; i < 5; ++i) Press(Key::kUp);
  EXPECT_THAT(Text(), HasSubstr(" > game3"));
}

TEST_F(LobbyScreenTest, TheChoiceStaysWithItsGame) {
  Press(Key::kDown);
  games_.Add(Game(4));
  EXPECT_THAT(Text(), HasSubstr(" > game2"));
  games_.Apply(Gone(2));
  EXPECT_THAT(Text(), HasSubstr(" > game3")) << "the one that stands at its place now";
  EXPECT_FALSE(games_.Apply(Gone(2)));
}

TEST_F(LobbyScreenTest, AnEmptyLobbyCanOnlyBeLeft) {
  games_.clear();
  EXPECT_THAT(Text(), HasSubstr("nobody waits"));
  Press(Key::kEnter);
  EXPECT_EQ(screen_.TakeJoin(), "");
  Press('q');
  EXPECT_TRUE(screen_.is_done());
}

TEST_F(LobbyScreenTest, OfManyGamesThoseAroundTheChosenOneAreShown) {
  for (int number = 4; number <= 100; ++number) games_.Add(Game(number));
  for (int i = 0; i < 50; ++i) Press(Key::kDown);
  EXPECT_THAT(Text(), HasSubstr(" > game50 "));
  EXPECT_THAT(Text(), HasSubstr("   game57 "));
  EXPECT_THAT(Text(), HasSubstr("   game43 "));
  EXPECT_THAT(Text(), Not(HasSubstr("game42 ")));
  EXPECT_THAT(Text(), Not(HasSubstr("game58 ")));
}

TEST_F(LobbyScreenTest, NoticesStandBelow) {
  screen_.SetNotice("not joined: the game is full");
  EXPECT_THAT(Text(), HasSubstr("not joined: the game is full"));
  Press(Key::kEscape);
  EXPECT_TRUE(screen_.is_done());
}

}  // namespace
}  // namespace meeple::cli

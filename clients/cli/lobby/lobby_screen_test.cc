#include "clients/cli/lobby/lobby_screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/printable.h"

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
  std::string Text() const { return screen_.Text(games_, style_); }
  // No line is wider than the terminal, and no more of them than it has room for.
  void ExpectFits() const {
    const std::vector<std::string> lines = absl::StrSplit(Text(), '\n');
    EXPECT_LE(lines.size(), static_cast<size_t>(style_.rows));
    for (const std::string& line : lines) EXPECT_LE(DisplayWidth(line), style_.columns) << line;
  }

  ListedGames games_;
  LobbyScreen screen_;
  Style style_;
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
  Press(Key::kEnter);
  EXPECT_EQ(screen_.TakeJoin(), "game1");
  for (int i = 0; i < 5; ++i) Press(Key::kUp);
  EXPECT_THAT(Text(), HasSubstr(" > game3"));
}

TEST_F(LobbyScreenTest, LettersChooseAsInOtherPrograms) {
  EXPECT_THAT(Text(), HasSubstr("Enter joins; Up and Down, or k and j, choose; "));
  Press('j');
  EXPECT_THAT(Text(), HasSubstr(" > game2"));
  for (int i = 0; i < 5; ++i) Press('j');
  EXPECT_THAT(Text(), HasSubstr(" > game1"));
  for (int i = 0; i < 5; ++i) Press('k');
  EXPECT_THAT(Text(), HasSubstr(" > game3"));
  EXPECT_EQ(screen_.TakeJoin(), "") << "none of them joins";
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
  style_.rows = 19;
  EXPECT_THAT(Text(), HasSubstr(" > game50 "));
  EXPECT_THAT(Text(), HasSubstr("   game57 "));
  EXPECT_THAT(Text(), HasSubstr("   game43 "));
  EXPECT_THAT(Text(), Not(HasSubstr("game42 ")));
  EXPECT_THAT(Text(), Not(HasSubstr("game58 ")));
}

TEST_F(LobbyScreenTest, AsManyGamesAreShownAsTheTerminalHasRoomFor) {
  for (int number = 4; number <= 100; ++number) games_.Add(Game(number));
  for (style_.rows = 5; style_.rows <= 120; ++style_.rows) {
    ExpectFits();
    const auto shown = std::ranges::count(Text(), '\n') + 1 - 4;
    EXPECT_EQ(shown, std::min(style_.rows - 4, 100));
    EXPECT_THAT(Text(), HasSubstr(" > game100"));
  }
}

TEST_F(LobbyScreenTest, ANoticeTakesTheRoomOfGames) {
  for (int number = 4; number <= 100; ++number) games_.Add(Game(number));
  screen_.SetNotice(std::string(200, 'x'));
  for (style_.rows = 7; style_.rows <= 30; ++style_.rows) ExpectFits();
}

TEST_F(LobbyScreenTest, TheSmallestTerminalStillShowsTheChosenGame) {
  style_.rows = 1;
  Press(Key::kDown);
  EXPECT_THAT(Text(), HasSubstr(" > game2"));
  EXPECT_THAT(Text(), Not(HasSubstr("game3")));
}

TEST_F(LobbyScreenTest, LinesAreCutToTheWidthOfTheTerminal) {
  v1::ListedGame game = Game(4);
  game.add_seats()->set_player_id("\u5f20\u4f1f\u5f20\u4f1f\u5f20\u4f1f");
  games_.Add(game);
  for (style_.columns = 1; style_.columns <= 100; ++style_.columns) ExpectFits();
  style_.columns = 12;
  EXPECT_THAT(Text(), HasSubstr(" > game4  r\u2026\n"));
}

TEST_F(LobbyScreenTest, NoticesStandBelow) {
  screen_.SetNotice("not joined: the game is full");
  EXPECT_THAT(Text(), HasSubstr("not joined: the game is full"));
  Press(Key::kEscape);
  EXPECT_TRUE(screen_.is_done());
}

}  // namespace
}  // namespace meeple::cli

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <sstream>

#include "clients/cli/printable.h"
#include "clients/cli/terminal/keys.h"
#include "clients/cli/terminal/line_editor.h"
#include "clients/cli/terminal/prompt.h"

namespace meeple::cli {
namespace {

using ::testing::ElementsAre;

struct KeyCase {
  std::string bytes;
  Key key;
};

TEST(KeysOf, KnowsTheKeysOfUsualTerminals) {
  const KeyCase cases[] = {
      {"a", {Key::kCharacter, 'a'}},
      {" ", {Key::kCharacter, ' '}},
      {"\r", {Key::kEnter}},
      {"\n", {Key::kEnter}},
      {"\x7f", {Key::kBackspace}},
      {"\b", {Key::kBackspace}},
      {"\x1b", {Key::kEscape}},
      {"\x1b[A", {Key::kUp}},
      {"\x1b[B", {Key::kDown}},
      {"\x1b[C", {Key::kRight}},
      {"\x1b[D", {Key::kLeft}},
      {"\x1bOC", {Key::kRight}},
      {"\x1b[H", {Key::kHome}},
      {"\x1b[F", {Key::kEnd}},
      {"\x1b[1~", {Key::kHome}},
      {"\x1b[4~", {Key::kEnd}},
      {"\x1b[1;5C", {Key::kRight}},
      {"\x1b[3~", {}},
      {"\x04", {Key::kControl, 'd'}},
      {"\xc3", {}},
      {"\x1b[", {}},
  };
  for (const KeyCase& c : cases) {
    EXPECT_THAT(KeysOf(c.bytes), ElementsAre(c.key)) << ::testing::PrintToString(c.bytes);
  }
}

TEST(KeysOf, SplitsWhatCameTogether) {
  EXPECT_THAT(KeysOf("b2\r\x1b[A"),
              ElementsAre(Key{Key::kCharacter, 'b'}, Key{Key::kCharacter, '2'}, Key{Key::kEnter},
                          Key{Key::kUp}));
}

// Types text; the lines that Enter ended.
std::vector<std::string> Type(LineEditor& editor, const std::string& bytes) {
  std::vector<std::string> lines;
  for (const Key& key : KeysOf(bytes)) {
    if (auto line = editor.Press(key)) lines.push_back(*line);
  }
  return lines;
}

TEST(LineEditor, EditsAtTheEnd) {
  LineEditor editor;
  EXPECT_THAT(Type(editor,
                   "b3\x7f"
                   "2\r"),
              ElementsAre("b2"));
  EXPECT_THAT(Type(editor, "ship a1\x17z9\r"), ElementsAre("ship z9"));
  EXPECT_THAT(Type(editor, "oops\x15ok\r"), ElementsAre("ok"));
  EXPECT_THAT(Type(editor, "\x7f\x17\r"), ElementsAre(""));
}

TEST(LineEditor, RecallsEarlierLines) {
  LineEditor editor;
  Type(editor, "one\rtwo\rtwo\r");
  EXPECT_THAT(Type(editor, "\x1b[A\x1b[A\r"), ElementsAre("one"));
  EXPECT_THAT(Type(editor, "\x1b[A\x1b[A\x1b[A\x1b[A\x1b[A\x1b[B\r"), ElementsAre("two"));
  EXPECT_THAT(Type(editor, "\x1b[A\x1b[B\r"), ElementsAre(""));
}

TEST(LineEditor, HasABound) {
  LineEditor editor;
  EXPECT_LE(Type(editor, std::string(100'000, 'a') + "\r")[0].size(), 200);
}

TEST(Prompt, KeepsWhatIsTypedBelowTheNews) {
  std::ostringstream out;
  Prompt prompt(out, -1, Style());
  prompt.Ask("your move > ");
  for (const Key& key : KeysOf("b2")) prompt.Press(key);
  out.str("");
  prompt.PrintAbove("O plays a1\n");
  EXPECT_EQ(out.str(), "\r\x1b[KO plays a1\nyour move > b2");
  out.str("");
  EXPECT_EQ(prompt.Press({Key::kEnter}), "b2");
  EXPECT_EQ(out.str(), "\nyour move > ");
}

TEST(Prompt, ShowsTheEndOfALineThatIsTooLong) {
  std::ostringstream out;
  Prompt prompt(out, -1, {.columns = 20});
  prompt.Ask("? ");
  for (const Key& key : KeysOf("abcdefghijklmnopqrstuvwxyz")) {
    out.str("");
    prompt.Press(key);
  }
  EXPECT_EQ(out.str(), "\r\x1b[K? jklmnopqrstuvwxyz");
}

// What a prompt of that width shows, once it has been asked and answered so far.
std::string PromptLine(int columns, const std::string& question, const std::string& typed) {
  std::ostringstream out;
  Prompt prompt(out, -1, {.columns = columns});
  prompt.Ask(question);
  for (const Key& key : KeysOf(typed)) prompt.Press(key);
  return out.str().substr(out.str().rfind("\x1b[K") + 3);
}

TEST(Prompt, CutsAQuestionThatIsTooLong) {
  const std::string question = "X 4:59  O 5:00  accept or decline the draw; your move (X) > ";
  EXPECT_EQ(PromptLine(80, question, "b2"), question + "b2");
  EXPECT_EQ(PromptLine(40, question, ""), "X 4:59  O 5:00  accept or decline the \u2026");
  EXPECT_EQ(PromptLine(20, question, ""), "X 4:59  O 5:00  ac\u2026");
  EXPECT_EQ(PromptLine(20, question, "b2"), "X 4:59  O 5:00  \u2026b2");
  EXPECT_EQ(PromptLine(20, question, "battleship"), "X 4:59  O \u2026ttleship");
}

TEST(Prompt, NeverFillsItsLine) {
  for (const std::string question :
       {"? ", "\u5f20\u4f1f\u5f20\u4f1f to move > ", "give the game up? > "}) {
    for (const std::string typed : {"", "b2", "carrier a1 right"}) {
      for (int columns = 3; columns <= 60; ++columns) {
        EXPECT_LT(DisplayWidth(PromptLine(columns, question, typed)), columns) << question << typed;
      }
      for (const int columns : {1, 2}) {
        EXPECT_LE(DisplayWidth(PromptLine(columns, question, typed)), columns) << question << typed;
      }
    }
  }
}

TEST(Prompt, FollowsTheWidthOfItsTerminal) {
  int keyboard = -1;
  int screen = -1;
  winsize size = {.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
  ASSERT_EQ(openpty(&keyboard, &screen, nullptr, nullptr, &size), 0);
  std::ostringstream out;
  Prompt prompt(out, screen, Style());
  prompt.Ask("what is your next move? ");
  EXPECT_EQ(out.str(), "\r\x1b[Kwhat is your next move? ");
  size.ws_col = 12;
  ASSERT_EQ(ioctl(screen, TIOCSWINSZ, &size), 0);
  out.str("");
  prompt.Ask("and what is your next move? ");
  EXPECT_EQ(out.str(), "\r\x1b[Kand what i\u2026");
  close(screen);
  close(keyboard);
}

}  // namespace
}  // namespace meeple::cli

#include "clients/cli/printable.h"

#include <gtest/gtest.h>

#include "clients/cli/json_text.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {
namespace {

struct Case {
  const char* what;
  std::string text;
  std::string utf8;
  std::string ascii;
};

const Case kCases[] = {
    {"plain", "X plays X at (0,0)", "X plays X at (0,0)", "X plays X at (0,0)"},
    {"letters", "Zo\u00eb \u5f20\u4f1f", "Zo\u00eb \u5f20\u4f1f", "Zo? ??"},
    {"clear screen", "a\x1b[2Jb", "a\uFFFD[2Jb", "a?[2Jb"},
    {"window title", "\x1b]0;owned\x07", "\uFFFD]0;owned\uFFFD", "?]0;owned?"},
    {"C1 control", "a\u009b2Jb", "a\uFFFD2Jb", "a?2Jb"},
    {"raw C1 byte",
     "a\x9b"
     "2J",
     "a\uFFFD2J", "a?2J"},
    {"carriage return", "real\rfake", "real\uFFFDfake", "real?fake"},
    {"backspace", "a\bb", "a\uFFFDb", "a?b"},
    {"tab and line feed", "a\tb\nc", "a\uFFFDb\uFFFDc", "a?b?c"},
    {"right-to-left override", "a\u202eb", "a\uFFFDb", "a?b"},
    {"zero width", "a\u200bb", "a\uFFFDb", "a?b"},
    {"line separator", "a\u2028b", "a\uFFFDb", "a?b"},
    {"no-break space", "a\u00a0b", "a\uFFFDb", "a?b"},
    {"private use", "a\ue000b", "a\uFFFDb", "a?b"},
    {"cut short", "a\xe2\x82", "a\uFFFD\uFFFD", "a??"},
    {"nul", std::string("a\0b", 3), "a\uFFFDb", "a?b"},
    {"delete", "a\x7f", "a\uFFFD", "a?"},
    {"empty", "", "", ""},
};

TEST(Printable, ReplacesWhatATerminalWouldObey) {
  for (const Case& c : kCases) {
    EXPECT_EQ(Printable(c.text, Charset::kUtf8), c.utf8) << c.what;
    EXPECT_EQ(Printable(c.text, Charset::kAscii), c.ascii) << c.what;
  }
}

TEST(Printable, KeepsLineFeedsWhereLinesAreMany) {
  EXPECT_EQ(Printable("X\nO\r\n", Charset::kUtf8, Lines::kMany), "X\nO\uFFFD\n");
}

TEST(Printable, LeavesNoControlCharacterInAnyByteSequence) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      for (const char c : Printable(text, Charset::kAscii)) {
        ASSERT_TRUE(c >= ' ' && c <= '~') << first << " " << second;
      }
      for (const char c : Printable(text, Charset::kUtf8)) {
        const int byte = static_cast<unsigned char>(c);
        ASSERT_TRUE(byte >= 0x20 && byte != 0x7f) << first << " " << second;
      }
    }
  }
}

TEST(MakePrintable, ReachesEveryTextOfAMessage) {
  v1::Game game;
  game.set_game_id("\x1bid");
  game.set_rendered("X to play\n\x1b[2J.|.");
  (*game.mutable_config()->mutable_labels())["\x1bkey"] = "\x1bvalue";
  game.add_seats()->set_player_id("\x1b[31mred");
  game.mutable_board()->add_cells("\x1b");
  MakePrintable(&game, Charset::kAscii);
  EXPECT_EQ(game.game_id(), "?id");
  EXPECT_EQ(game.rendered(), "X to play\n?[2J.|.");
  EXPECT_EQ(game.config().labels().at("?key"), "?value");
  EXPECT_EQ(game.seats(0).player_id(), "?[31mred");
  EXPECT_EQ(game.board().cells(0), "?");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("Zo\u00eb"), 3);
  EXPECT_EQ(DisplayWidth("\u5f20\u4f1f"), 4);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1);
}

TEST(CutToWidth, LeavesWhatFits) {
  EXPECT_EQ(CutToWidth("abc", 3, Charset::kUtf8), "abc");
  EXPECT_EQ(CutToWidth("\x1b[1mabc\x1b[0m", 3, Charset::kUtf8), "\x1b[1mabc\x1b[0m");
  EXPECT_EQ(CutToWidth("e\u0301e\u0301", 2, Charset::kUtf8), "e\u0301e\u0301");
  EXPECT_EQ(CutToWidth("", 1, Charset::kUtf8), "");
}

TEST(CutToWidth, MarksWhereItCut) {
  EXPECT_EQ(CutToWidth("abcd", 3, Charset::kUtf8), "ab\u2026");
  EXPECT_EQ(CutToWidth("abcd", 3, Charset::kAscii), "ab~");
  EXPECT_EQ(CutToWidth("abcd", 1, Charset::kAscii), "~");
  EXPECT_EQ(CutToWidth("a\u5f20b", 3, Charset::kUtf8), "a\u2026") << "no half of a wide letter";
}

TEST(CutToWidth, ColorsEndAfterTheCut) {
  EXPECT_EQ(CutToWidth("\x1b[1mabcd\x1b[0m \x1b[2mx\x1b[0m", 3, Charset::kUtf8),
            "\x1b[1mab\u2026\x1b[0m\x1b[2m\x1b[0m");
}

TEST(ToJson, KeepsNamesAndDefaultsAndEscapesControlCharacters) {
  v1::Credential credential;
  credential.set_kind(v1::CREDENTIAL_KIND_SEAT);
  credential.set_player_id("\x1b[2J\u009b");
  EXPECT_EQ(ToJson(credential),
            R"({"kind":"CREDENTIAL_KIND_SEAT","seat":0,"player_id":"\u001b[2J\u009b","token":""})");
}

}  // namespace
}  // namespace meeple::cli

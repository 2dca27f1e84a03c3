#include "service/core/player_name.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace meeple::service {
namespace {

using std::string_view_literals::operator""sv;

// The UTF-8 of a code point, also of those that no text may hold.
std::string Utf8(char32_t c) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  const auto tail = [&](int shift) { return byte(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | (c >> 6)), tail(0)};
  if (c < 0x10000) return {byte(0xE0 | (c >> 12)), tail(6), tail(0)};
  return {byte(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

std::string Repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

struct NameRow {
  const char* what;
  std::string given;
  std::string normal;
};

TEST(PlayerNameTest, NamesAreNormalised) {
  for (const auto& [what, given, normal] : std::vector<NameRow>{
           {"a letter", "A", "A"},
           {"space after it", "A ", "A"},
           {"spaces around it", "  A B  ", "A B"},
           {"two spaces inside", "A  B", "A  B"},
           {"punctuation", "-_-", "-_-"},
           {"symbols and quotes", "<b>\"'&\\%|.", "<b>\"'&\\%|."},
           {"e and combining acute", "Rene" + Utf8(0x301), "Ren" + Utf8(0xE9)},
           {"e-acute already composed", "Ren" + Utf8(0xE9), "Ren" + Utf8(0xE9)},
           {"angstrom sign", Utf8(0x212B), Utf8(0xC5)},
           {"Hangul in parts", Utf8(0x1112) + Utf8(0x1161) + Utf8(0x11AB), Utf8(0xD55C)},
           {"marks in the wrong order", "q" + Utf8(0x307) + Utf8(0x323),
            "q" + Utf8(0x323) + Utf8(0x307)},
           {"a ligature is not taken apart", Utf8(0xFB01), Utf8(0xFB01)},
           {"case is kept", "aA", "aA"},
           {"Arabic", Utf8(0x639) + Utf8(0x645) + Utf8(0x631),
            Utf8(0x639) + Utf8(0x645) + Utf8(0x631)},
           {"a die", Utf8(0x1F3B2), Utf8(0x1F3B2)},
           {"a heart with its variation selector", Utf8(0x2764) + Utf8(0xFE0F),
            Utf8(0x2764) + Utf8(0xFE0F)},
           {"a letter with a mark that has no composed form", "q" + Utf8(0x301), "q" + Utf8(0x301)},
           {"a letter beside a blank", "a" + Utf8(0x3164), "a" + Utf8(0x3164)},
           {"64 letters", std::string(64, 'a'), std::string(64, 'a')},
           {"64 letters and spaces around", " " + std::string(64, 'a') + " ", std::string(64, 'a')},
           {"64 dice", Repeat(Utf8(0x1F3B2), 64), Repeat(Utf8(0x1F3B2), 64)},
           {"64 composed out of 128", Repeat("e" + Utf8(0x301), 64), Repeat(Utf8(0xE9), 64)},
       }) {
    SCOPED_TRACE(what);
    const auto name = NormalisePlayerName(given);
    ASSERT_TRUE(name.ok()) << name.status();
    EXPECT_EQ(*name, normal);
    EXPECT_EQ(NormalisePlayerName(*name).value_or("refused"), normal) << "not stable";
  }
}

TEST(PlayerNameTest, LookAlikesAreDifferentNames) {
  const std::string latin = "A";
  const std::string cyrillic = Utf8(0x410);
  const std::string greek = Utf8(0x391);
  for (const std::string& name : {latin, cyrillic, greek}) {
    EXPECT_EQ(NormalisePlayerName(name).value_or("refused"), name);
  }
}

struct BadNameRow {
  const char* what;
  std::string given;
};

TEST(PlayerNameTest, OtherTextsAreRefused) {
  for (const auto& [what, given] : std::vector<BadNameRow>{
           {"empty", ""},
           {"only spaces", "   "},
           {"65 letters", std::string(65, 'a')},
           {"65 dice", Repeat(Utf8(0x1F3B2), 65)},
           {"65 composed out of 130", Repeat("e" + Utf8(0x301), 65)},
           {"64 that become 128", Repeat(Utf8(0x958), 64)},
           {"a long one", std::string(60'000, 'a')},
           {"tab", "a\tb"},
           {"tab at the end", "a\t"},
           {"only a tab", "\t"},
           {"new line", "a\nb"},
           {"NUL inside", std::string("a\0b"sv)},
           {"only NUL", std::string("\0"sv)},
           {"escape", "\x1b[31mred"},
           {"delete", "a\x7f"},
           {"control of the upper range", "a" + Utf8(0x85)},
           {"no-break space", "a" + Utf8(0xA0) + "b"},
           {"no-break space around", Utf8(0xA0) + "a"},
           {"en quad, which is another space in form C", "a" + Utf8(0x2000) + "b"},
           {"thin space", "a" + Utf8(0x2009) + "b"},
           {"ideographic space", "a" + Utf8(0x3000) + "b"},
           {"zero-width space", "a" + Utf8(0x200B) + "b"},
           {"zero-width joiner", Utf8(0x1F468) + Utf8(0x200D) + Utf8(0x1F469)},
           {"soft hyphen", "a" + Utf8(0xAD) + "b"},
           {"byte order mark", Utf8(0xFEFF) + "a"},
           {"right-to-left override", "a" + Utf8(0x202E) + "b"},
           {"left-to-right isolate", "a" + Utf8(0x2066) + "b"},
           {"tag character", "a" + Utf8(0xE0041)},
           {"line separator", "a" + Utf8(0x2028) + "b"},
           {"paragraph separator", "a" + Utf8(0x2029) + "b"},
           {"Hangul filler", Utf8(0x3164)},
           {"filler of a first Hangul part", Utf8(0x115F)},
           {"filler of a middle Hangul part", Utf8(0x1160)},
           {"half-width Hangul filler", Utf8(0xFFA0)},
           {"empty Braille pattern", Utf8(0x2800)},
           {"blanks and a space", Utf8(0x2800) + " " + Utf8(0x3164)},
           {"only an acute", Utf8(0x301)},
           {"only marks", Utf8(0x301) + Utf8(0x323)},
           {"only a mark that takes space", Utf8(0x903)},
           {"only a mark around nothing", Utf8(0x20DD)},
           {"only a variation selector", Utf8(0xFE0F)},
           {"a mark on a blank", Utf8(0x2800) + Utf8(0x301)},
           {"unassigned", "a" + Utf8(0x378)},
           {"no character at all", "a" + Utf8(0xFFFE)},
           {"last code point", "a" + Utf8(0x10FFFF)},
           {"private use", "a" + Utf8(0xE000)},
           {"private use of a far plane", "a" + Utf8(0x10FFFD)},
           {"high surrogate", "a" + Utf8(0xD800)},
           {"low surrogate", "a" + Utf8(0xDFFF)},
           {"a pair of surrogates", Utf8(0xD83C) + Utf8(0xDFB2)},
           {"beyond Unicode", "a" + Utf8(0x110000)},
           {"lone continuation byte", "a\x80"},
           {"only a continuation byte", "\xBF"},
           {"truncated character", "a\xC3"},
           {"truncated die", "a\xF0\x9F\x8E"},
           {"character cut by a letter",
            "\xC3"
            "a"},
           {"overlong NUL", "a\xC0\x80"},
           {"overlong slash", "a\xE0\x80\xAF"},
           {"bytes that never occur", "a\xFE\xFF"},
       }) {
    SCOPED_TRACE(what);
    const auto name = NormalisePlayerName(given);
    EXPECT_EQ(name.status().code(), absl::StatusCode::kInvalidArgument) << name.value_or("");
    EXPECT_NE(name.status().message(), "");
  }
}

TEST(PlayerNameTest, EveryControlCharacterIsRefused) {
  for (char32_t c = 0; c < 0xA0; ++c) {
    const bool is_control = c < 0x20 || c >= 0x7F;
    EXPECT_EQ(NormalisePlayerName("a" + Utf8(c) + "b").ok(), !is_control) << static_cast<int>(c);
  }
}

}  // namespace
}  // namespace meeple::service

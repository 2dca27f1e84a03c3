#include "clients/cli/style.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <clocale>
#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace meeple::cli {
namespace {

// Codes of "Select Graphic Rendition".
constexpr char kBold[] = "1";
constexpr char kDim[] = "2";
constexpr char kRed[] = "31";
// Bright cyan, yellow, magenta, green, blue, red, white and grey: legible on dark and light grounds
// and far from each other for the first two.
constexpr std::array<const char*, 8> kSeatColors = {"36", "33", "35", "32", "34", "31", "37", "90"};

std::string Paint(bool colored, const std::string& codes, std::string_view text) {
  const absl::string_view plain(text.data(), text.size());
  if (!colored || text.empty()) return std::string(text);
  return absl::StrCat("\x1b[", codes, "m", plain, "\x1b[0m");
}

std::string SeatCodes(int seat) {
  if (seat < 0) return kBold;
  return absl::StrCat(kBold, ";", kSeatColors[static_cast<size_t>(seat) % kSeatColors.size()]);
}

bool LocaleIsUtf8() {
  std::setlocale(LC_CTYPE, "");
  return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// A terminal that does not know escape sequences says so by this name.
bool IsDumbTerminal() {
  const char* name = std::getenv("TERM");
  return name != nullptr && std::string_view(name) == "dumb";
}

}  // namespace

std::string Style::Player(int seat, std::string_view text) const {
  return seat < 0 ? std::string(text) : Paint(colored, SeatCodes(seat), text);
}

std::string Style::Dim(std::string_view text) const { return Paint(colored, kDim, text); }

std::string Style::Bold(std::string_view text) const { return Paint(colored, kBold, text); }

std::string Style::Alarm(std::string_view text) const { return Paint(colored, kRed, text); }

std::string Style::Highlight(int seat, std::string_view text) const {
  return Paint(colored, absl::StrCat(SeatCodes(seat), ";7"), text);
}

Style StyleOf(int file, ColorChoice choice) {
  const bool is_terminal = isatty(file) == 1;
  Style style;
  style.drawn = is_terminal || choice == ColorChoice::kAlways;
  style.colored = choice == ColorChoice::kAlways || (choice == ColorChoice::kAuto && is_terminal &&
                                                     !IsSet("NO_COLOR") && !IsDumbTerminal());
  if (is_terminal && !LocaleIsUtf8()) style.charset = Charset::kAscii;
  UpdateSize(file, &style);
  return style;
}

void UpdateSize(int file, Style* style) {
  winsize size = {};
  if (isatty(file) != 1 || ioctl(file, TIOCGWINSZ, &size) != 0) return;
  if (size.ws_col == 0 || size.ws_row == 0) return;
  style->columns = size.ws_col;
  style->rows = size.ws_row;
}

}  // namespace meeple::cli

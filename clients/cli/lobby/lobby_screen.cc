#include "clients/cli/lobby/lobby_screen.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/printable.h"

namespace meeple::cli {
namespace {

// Those that are no games: the title and the help, each with an empty one; the same for a notice.
constexpr int kOtherLines = 4;
constexpr int kNoticeLines = 2;

// By how many games a key moves the choice down; negative is up.
int StepsOf(const Key& key) {
  if (key.kind == Key::kUp || key == Key{Key::kCharacter, 'k'}) return -1;
  return key.kind == Key::kDown || key == Key{Key::kCharacter, 'j'} ? 1 : 0;
}

std::string Cut(const std::string& line, const Style& style) {
  std::string_view visible = line;
  if (visible.ends_with('\n')) visible.remove_suffix(1);
  return CutToWidth(visible, style.columns, style.charset);
}

}  // namespace

int LobbyScreen::ChosenIn(const std::vector<const v1::ListedGame*>& games) const {
  const auto found =
      std::ranges::find(games, chosen_, [](const v1::ListedGame* game) { return game->game_id(); });
  if (found != games.end()) return static_cast<int>(found - games.begin());
  return std::clamp(place_, 0, std::max(0, static_cast<int>(games.size()) - 1));
}

void LobbyScreen::Press(const Key& key, const ListedGames& listed) {
  if (key.kind == Key::kEscape || key == Key{Key::kCharacter, 'q'}) {
    is_done_ = true;
    return;
  }
  const auto games = listed.NewestFirst();
  if (games.empty()) return;
  const int last = static_cast<int>(games.size()) - 1;
  place_ = std::clamp(ChosenIn(games) + StepsOf(key), 0, last);
  chosen_ = games[static_cast<size_t>(place_)]->game_id();
  if (key.kind == Key::kEnter) join_ = chosen_;
}

std::string LobbyScreen::Text(const ListedGames& listed, const Style& style) const {
  const auto games = listed.NewestFirst();
  const int count = static_cast<int>(games.size());
  const int chosen = ChosenIn(games);
  const int room = std::max(1, style.rows - kOtherLines - (notice_.empty() ? 0 : kNoticeLines));
  const int first = std::clamp(chosen - room / 2, 0, std::max(0, count - room));
  std::vector<std::string> lines = {
      absl::StrCat(" ", style.Bold("Lobby"), ", ", count, count == 1 ? " game" : " games"), ""};
  if (games.empty()) lines.emplace_back("   nobody waits; `meeple create` opens a game");
  for (int i = first; i < std::min(count, first + room); ++i) {
    lines.push_back(
        absl::StrCat(i == chosen ? " > " : "   ", LineOf(*games[static_cast<size_t>(i)], style)));
  }
  if (!notice_.empty()) lines.insert(lines.end(), {"", absl::StrCat(" ", notice_)});
  lines.insert(lines.end(),
               {"", " " + style.Dim("Enter joins; Up and Down, or k and j, choose; q ends")});
  return absl::StrJoin(lines, "\n", [&](std::string* text, const std::string& line) {
    text->append(Cut(line, style));
  });
}

}  // namespace meeple::cli

#include "clients/cli/lobby/lobby_screen.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace meeple::cli {

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
  int place = ChosenIn(games);
  if (key.kind == Key::kUp) place = std::max(0, place - 1);
  if (key.kind == Key::kDown) place = std::min(static_cast<int>(games.size()) - 1, place + 1);
  place_ = place;
  chosen_ = games[static_cast<size_t>(place)]->game_id();
  if (key.kind == Key::kEnter || key == Key{Key::kCharacter, 'j'}) join_ = chosen_;
}

std::string LobbyScreen::Text(const ListedGames& listed, const Style& style) const {
  const auto games = listed.NewestFirst();
  const int count = static_cast<int>(games.size());
  const int chosen = ChosenIn(games);
  std::string text =
      absl::StrCat(" ", style.Bold("Lobby"), ", ", count, count == 1 ? " game" : " games", "\n\n");
  if (games.empty()) text += "   nobody waits; `meeple create` opens a game\n";
  const int first = std::clamp(chosen - kMostShown / 2, 0, std::max(0, count - kMostShown));
  for (int i = first; i < std::min(count, first + kMostShown); ++i) {
    absl::StrAppend(&text, i == chosen ? " > " : "   ",
                    LineOf(*games[static_cast<size_t>(i)], style));
  }
  if (!notice_.empty()) absl::StrAppend(&text, "\n ", notice_, "\n");
  absl::StrAppend(&text, "\n ", style.Dim("Up and Down choose, Enter joins, q ends"));
  return text;
}

}  // namespace meeple::cli

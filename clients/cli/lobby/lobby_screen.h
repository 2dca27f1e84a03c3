#ifndef MEEPLE_CLIENTS_CLI_LOBBY_LOBBY_SCREEN_H_
#define MEEPLE_CLIENTS_CLI_LOBBY_LOBBY_SCREEN_H_

// What a lobby on a terminal shows, and what its keys do. Pure: reads no file, makes no call.
//
//   screen.Press(key);
//   if (const std::string id = screen.TakeJoin(); !id.empty()) Join(id);
//   terminal.Show(screen.Text(games, style));

#include <string>
#include <utility>
#include <vector>

#include "clients/cli/lobby/listed_games.h"
#include "clients/cli/style.h"
#include "clients/cli/terminal/keys.h"

namespace meeple::cli {

class LobbyScreen {
 public:
  // Takes a key: Up and Down, or k and j, choose, Enter joins, q and Escape end.
  void Press(const Key& key, const ListedGames& listed);

  // The lines of the screen, cut to the width of the terminal, with as many games, those around the
  // chosen one, as its height has room for; at least one.
  std::string Text(const ListedGames& listed, const Style& style) const;

  // The game to join, once for each time that was asked for; else empty.
  std::string TakeJoin() { return std::exchange(join_, ""); }
  bool is_done() const { return is_done_; }
  // What stands below the games; empty for nothing.
  void SetNotice(std::string notice) { notice_ = std::move(notice); }

 private:
  // The place of the chosen game; that of the one that took its place if it is gone.
  int ChosenIn(const std::vector<const v1::ListedGame*>& games) const;

  std::string chosen_;  // its id; empty: the first
  int place_ = 0;       // where it last stood
  std::string join_;
  std::string notice_;
  bool is_done_ = false;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_LOBBY_LOBBY_SCREEN_H_

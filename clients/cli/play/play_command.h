#ifndef MEEPLE_CLIENTS_CLI_PLAY_PLAY_COMMAND_H_
#define MEEPLE_CLIENTS_CLI_PLAY_PLAY_COMMAND_H_

#include <string>
#include <string_view>

namespace meeple::cli {

// What a player typed.
struct PlayCommand {
  enum Kind {
    kNothing,
    // `text` is the move as people write it.
    kMove,
    kMoves,
    kShow,
    kUndo,
    kRedo,
    kDraw,
    kRematch,
    // A rematch in which who moved second begins.
    kSwap,
    // `text` is the number of the offer, where one is named.
    kAccept,
    kDecline,
    kWithdraw,
    kResign,
    kAbandon,
    kHelp,
    kQuit,
  };
  Kind kind = kNothing;
  std::string text = {};

  friend bool operator==(const PlayCommand&, const PlayCommand&) = default;
};

// Reads a line: one of the words that PlayHelp lists, in any case, or else a move.
PlayCommand ParsePlayCommand(std::string_view line);

// What the game lets the player say.
struct PlayChoices {
  // There is another person to offer something to.
  bool has_company = true;
  bool is_over = false;
};

// What can be typed, a line each.
std::string PlayHelp(const PlayChoices& choices);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_PLAY_PLAY_COMMAND_H_

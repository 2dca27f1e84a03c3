#ifndef MEEPLE_CLIENTS_CLI_STYLE_H_
#define MEEPLE_CLIENTS_CLI_STYLE_H_

// How an output looks: drawn and coloured on a terminal, plain in a pipe. Values and pure
// functions.
//
//   Style style = StyleOf(STDOUT_FILENO, ColorChoice::kAuto);
//   out << style.Dim("waiting for ") << style.Player(1, "O");

#include <string>
#include <string_view>

#include "clients/cli/printable.h"

namespace meeple::cli {

// --color.
enum class ColorChoice { kAuto, kAlways, kNever };

struct Style {
  // Boards are drawn with lines and coordinates; else they are the plain text of the server.
  bool drawn = false;
  bool colored = false;
  Charset charset = Charset::kUtf8;
  // The size of the terminal.
  int columns = 80;
  int rows = 24;

  // The text in the colour of a seat; a negative seat has none.
  std::string Player(int seat, std::string_view text) const;
  std::string Dim(std::string_view text) const;
  std::string Bold(std::string_view text) const;
  std::string Alarm(std::string_view text) const;
  // For what was played last: inverted, in the colour of the seat.
  std::string Highlight(int seat, std::string_view text) const;
};

// The style for an open file. `auto` colours a terminal unless NO_COLOR is set or TERM is dumb;
// `always` draws and colours into a pipe too. A terminal gets UTF-8 if the locale says so; a pipe
// always does.
Style StyleOf(int file, ColorChoice choice);

// Takes the size that the terminal has now; leaves it where the file is none.
void UpdateSize(int file, Style* style);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_STYLE_H_

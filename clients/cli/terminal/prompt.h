#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_PROMPT_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_PROMPT_H_

// The line at the bottom on which the user types, while news are printed above it. It never takes
// more than one line of the terminal, however narrow that is or becomes: what is wider is cut. Not
// thread-safe.
//
//   Prompt prompt(std::cout, STDOUT_FILENO, style);
//   prompt.Ask("your move> ");
//   prompt.PrintAbove("O plays b2\n");      // the prompt and what is typed so far stay below

#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "clients/cli/style.h"
#include "clients/cli/terminal/line_editor.h"

namespace meeple::cli {

class Prompt {
 public:
  // `file` is the terminal behind `out`, whose width is followed; -1 for none: then that of the
  // style holds.
  Prompt(std::ostream& out, int file, const Style& style) : out_(out), file_(file), style_(style) {}

  // Shows another question, without colours; what was typed stays.
  void Ask(const std::string& question);

  // Prints whole lines above.
  void PrintAbove(std::string_view lines);

  // Takes a key; the whole line once Enter ends it, which stays visible.
  std::optional<std::string> Press(const Key& key);

  // Takes the prompt off the screen.
  void Leave();

 private:
  void Draw();
  void Erase();

  std::ostream& out_;
  const int file_;
  Style style_;
  std::string question_;
  LineEditor editor_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_PROMPT_H_

#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_PROMPT_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_PROMPT_H_

// The line at the bottom on which the user types, while news are printed above it. Not thread-safe.
//
//   Prompt prompt(std::cout, 80);
//   prompt.Ask("your move> ");
//   prompt.PrintAbove("O plays b2\n");      // the prompt and what is typed so far stay below

#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "clients/cli/terminal/line_editor.h"

namespace meeple::cli {

class Prompt {
 public:
  // `columns` is the width of the terminal.
  Prompt(std::ostream& out, int columns) : out_(out), columns_(columns) {}

  // Shows another question; what was typed stays.
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
  const int columns_;
  std::string question_;
  LineEditor editor_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_PROMPT_H_

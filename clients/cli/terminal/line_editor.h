#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_LINE_EDITOR_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_LINE_EDITOR_H_

// A line as it is being typed: characters at its end, Backspace, Ctrl-W and Ctrl-U, and the lines
// before by Up and Down. Draws nothing. Not thread-safe.
//
//   if (std::optional<std::string> line = editor.Press(key)) Run(*line);

#include <optional>
#include <string>
#include <vector>

#include "clients/cli/terminal/keys.h"

namespace meeple::cli {

class LineEditor {
 public:
  // Takes a key; the whole line once Enter ends it.
  std::optional<std::string> Press(const Key& key);

  // What stands on the line now.
  const std::string& text() const { return text_; }

 private:
  std::string Finish();
  void Recall(size_t index);
  void EraseWord();

  std::string text_;
  std::vector<std::string> history_;
  // The line of the history that is shown; its size where a new one is typed.
  size_t shown_ = 0;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_LINE_EDITOR_H_

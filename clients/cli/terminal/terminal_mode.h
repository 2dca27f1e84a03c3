#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_TERMINAL_MODE_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_TERMINAL_MODE_H_

// While it lives, the terminal hands over each key at once and echoes nothing; afterwards it is as
// it was before. Ctrl-C still sends its signal; Ctrl-Z does nothing, since a program that is
// stopped in the middle would leave the terminal in this mode.
//
//   const TerminalMode keys_at_once(STDIN_FILENO);

#include <termios.h>

namespace meeple::cli {

class TerminalMode {
 public:
  // Does nothing where the file is no terminal.
  explicit TerminalMode(int file);
  ~TerminalMode();
  TerminalMode(const TerminalMode&) = delete;
  TerminalMode& operator=(const TerminalMode&) = delete;

 private:
  const int file_;
  bool is_changed_ = false;
  termios before_ = {};
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_TERMINAL_MODE_H_

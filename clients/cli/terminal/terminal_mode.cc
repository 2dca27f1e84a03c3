#include "clients/cli/terminal/terminal_mode.h"

#include <unistd.h>

namespace meeple::cli {

TerminalMode::TerminalMode(int file) : file_(file) {
  if (isatty(file) != 1 || tcgetattr(file, &before_) != 0) return;
  termios mode = before_;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  mode.c_cc[VSUSP] = _POSIX_VDISABLE;
  is_changed_ = tcsetattr(file, TCSADRAIN, &mode) == 0;
}

TerminalMode::~TerminalMode() {
  if (is_changed_) tcsetattr(file_, TCSADRAIN, &before_);
}

}  // namespace meeple::cli

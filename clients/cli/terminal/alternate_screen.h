#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_ALTERNATE_SCREEN_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_ALTERNATE_SCREEN_H_

#include <ostream>
#include <string_view>

namespace meeple::cli {

// While it lives, the terminal shows a screen of its own, without cursor; afterwards what was there
// before is back. Not thread-safe.
class AlternateScreen {
 public:
  explicit AlternateScreen(std::ostream& out) : out_(out) {
    out_ << "\x1b[?1049h\x1b[?25l" << std::flush;
  }
  ~AlternateScreen() { out_ << "\x1b[?25h\x1b[?1049l" << std::flush; }
  AlternateScreen(const AlternateScreen&) = delete;
  AlternateScreen& operator=(const AlternateScreen&) = delete;

  // Replaces what the screen shows.
  void Show(std::string_view text) { out_ << "\x1b[H\x1b[2J" << text << std::flush; }

 private:
  std::ostream& out_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_ALTERNATE_SCREEN_H_

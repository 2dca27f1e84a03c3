#ifndef MEEPLE_SERVICE_TOOLS_CONSOLE_H_
#define MEEPLE_SERVICE_TOOLS_CONSOLE_H_

// Where a tool writes, and how it ends.
//
//   Console console = {.out = std::cout, .err = std::cerr, .is_terminal = true};
//   return End(console, status);
//
// Not thread-safe.

#include <ostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace meeple::tools {

struct Console {
  // What was asked for.
  std::ostream& out;
  // Progress and errors.
  std::ostream& err;
  // Whether a person reads `err` on a terminal.
  bool is_terminal = false;
};

// Exit codes.
inline constexpr int kFine = 0;
inline constexpr int kDamaged = 1;   // damage was found, or something was refused
inline constexpr int kUnusable = 2;  // the command or the directory cannot be used

// The text with its control characters as \xNN: what is said of a file may hold bytes of it, which
// a terminal would obey.
std::string Printable(std::string_view text);

// Says an error in one line.
void Complain(Console& console, std::string_view text);

// Says an error and returns the exit code that goes with it.
int End(Console& console, const absl::Status& status);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_CONSOLE_H_

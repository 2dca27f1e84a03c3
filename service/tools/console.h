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

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

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

// Says an error in one line.
inline void Complain(Console& console, const std::string& text) {
  console.err << "meeple-server journal: " << text << "\n";
}

// Says an error and returns the exit code that goes with it.
inline int End(Console& console, const absl::Status& status) {
  Complain(console, absl::StrCat(status.message()));
  return absl::IsDataLoss(status) ? kDamaged : kUnusable;
}

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_CONSOLE_H_

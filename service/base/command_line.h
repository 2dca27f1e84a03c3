#ifndef MEEPLE_SERVICE_BASE_COMMAND_LINE_H_
#define MEEPLE_SERVICE_BASE_COMMAND_LINE_H_

// What the parser of command lines leaves to whoever uses it. Pure functions.

#include <string>
#include <string_view>

namespace meeple::service {

// The first flag that stands there as `--flag=` with nothing behind it, or before an empty
// argument: as when a variable of a script is empty. The parser would take the argument after it
// for its value, or the flag for one that is not there. Empty where there is none.
inline std::string FlagWithoutValue(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--") break;
    if (argument.starts_with("--") && argument.ends_with("=")) {
      return std::string(argument.substr(0, argument.size() - 1));
    }
    const bool before_nothing = i + 1 < argc && std::string_view(argv[i + 1]).empty();
    if (before_nothing && argument.starts_with("--")) return std::string(argument);
  }
  return "";
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_COMMAND_LINE_H_

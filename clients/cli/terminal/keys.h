#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_KEYS_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_KEYS_H_

// Keys out of the bytes that a terminal sends. Pure.
//
//   for (const Key& key : KeysOf(bytes)) ...

#include <string_view>
#include <vector>

namespace meeple::cli {

struct Key {
  enum Kind {
    // A printable ASCII character, the space too.
    kCharacter,
    kEnter,
    kBackspace,
    kEscape,
    kUp,
    kDown,
    kLeft,
    kRight,
    kHome,
    kEnd,
    // Ctrl and the letter in `character`, lower-case. Enter and Backspace are keys of their own.
    kControl,
    kUnknown,
  };
  Kind kind = kUnknown;
  char character = '\0';

  friend bool operator==(const Key&, const Key&) = default;
};

// The keys that one read from the terminal brought. Terminals send the whole sequence of a key at
// once, so an escape character at the very end is the key Escape.
std::vector<Key> KeysOf(std::string_view bytes);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_KEYS_H_

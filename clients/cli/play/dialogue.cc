#include "clients/cli/play/dialogue.h"

#include <unistd.h>

#include <array>
#include <utility>

namespace meeple::cli {
namespace {

// What can be read at once; empty at the end of the file.
std::string ReadSome(int file) {
  std::array<char, 4096> bytes;
  const ssize_t count = read(file, bytes.data(), bytes.size());
  return count > 0 ? std::string(bytes.data(), static_cast<size_t>(count)) : std::string();
}

std::optional<std::string> TakeFirst(std::deque<std::string>& lines) {
  if (lines.empty()) return std::nullopt;
  std::string line = std::move(lines.front());
  lines.pop_front();
  return line;
}

}  // namespace

void PersonDialogue::Read() {
  const std::string bytes = ReadSome(terminal_);
  if (bytes.empty()) is_gone_ = true;
  for (const Key& key : KeysOf(bytes)) {
    if (key == Key{Key::kControl, 'd'}) is_gone_ = true;
    if (std::optional<std::string> line = prompt_.Press(key)) lines_.push_back(*std::move(line));
  }
}

std::optional<std::string> PersonDialogue::Next(Turn) { return TakeFirst(lines_); }

void PipeDialogue::Read() {
  const std::string bytes = ReadSome(input_);
  if (bytes.empty()) {
    is_at_end_ = true;
    if (!unfinished_.empty()) lines_.push_back(std::exchange(unfinished_, {}));
    return;
  }
  for (const char byte : bytes) {
    if (byte == '\n') {
      lines_.push_back(std::exchange(unfinished_, {}));
    } else {
      unfinished_ += byte;
    }
  }
}

std::optional<std::string> PipeDialogue::Next(Turn turn) {
  return turn == Turn::kOther ? std::nullopt : TakeFirst(lines_);
}

std::optional<std::string> ListedDialogue::Next(Turn turn) {
  return turn == Turn::kOwn ? TakeFirst(moves_) : std::nullopt;
}

}  // namespace meeple::cli

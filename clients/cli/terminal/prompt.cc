#include "clients/cli/terminal/prompt.h"

#include <algorithm>

#include "clients/cli/printable.h"

namespace meeple::cli {

void Prompt::Ask(const std::string& question) {
  if (question == question_) return;
  Erase();
  question_ = question;
  Draw();
}

void Prompt::PrintAbove(std::string_view lines) {
  Erase();
  out_ << lines;
  Draw();
}

std::optional<std::string> Prompt::Press(const Key& key) {
  std::optional<std::string> line = editor_.Press(key);
  if (line.has_value()) {
    out_ << '\n';
  } else {
    Erase();
  }
  Draw();
  return line;
}

void Prompt::Leave() {
  Erase();
  question_.clear();
  out_ << std::flush;
}

void Prompt::Draw() {
  // One line only: of a long text the end is shown.
  const size_t room = static_cast<size_t>(std::max(columns_ - DisplayWidth(question_) - 1, 8));
  const std::string& text = editor_.text();
  out_ << question_ << (text.size() > room ? text.substr(text.size() - room) : text) << std::flush;
}

void Prompt::Erase() { out_ << "\r\x1b[K"; }

}  // namespace meeple::cli

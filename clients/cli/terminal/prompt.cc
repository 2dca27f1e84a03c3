#include "clients/cli/terminal/prompt.h"

#include <algorithm>

#include "clients/cli/printable.h"

namespace meeple::cli {
namespace {

// So much of what is typed is shown beside a question that has no room for itself, or half of the
// line where that is less.
constexpr int kTypedColumns = 8;

}  // namespace

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
  UpdateSize(file_, &style_);
  // The cursor needs a column, too.
  const int width = std::max(style_.columns - 1, 1);
  const int beside = std::max(width - DisplayWidth(question_), std::min(kTypedColumns, width / 2));
  // Of a long text the end is shown.
  const std::string& text = editor_.text();
  const size_t typed = std::min(text.size(), static_cast<size_t>(beside));
  out_ << CutToWidth(question_, width - static_cast<int>(typed), style_.charset)
       << text.substr(text.size() - typed) << std::flush;
}

void Prompt::Erase() { out_ << "\r\x1b[K"; }

}  // namespace meeple::cli

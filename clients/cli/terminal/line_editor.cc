#include "clients/cli/terminal/line_editor.h"

#include <utility>

namespace meeple::cli {
namespace {

// No move and no command is nearly as long.
constexpr size_t kMaxLength = 200;

}  // namespace

std::optional<std::string> LineEditor::Press(const Key& key) {
  switch (key.kind) {
    case Key::kEnter:
      return Finish();
    case Key::kCharacter:
      if (text_.size() < kMaxLength) text_ += key.character;
      break;
    case Key::kBackspace:
      if (!text_.empty()) text_.pop_back();
      break;
    case Key::kUp:
      if (shown_ > 0) Recall(shown_ - 1);
      break;
    case Key::kDown:
      if (shown_ < history_.size()) Recall(shown_ + 1);
      break;
    case Key::kEscape:
      text_.clear();
      break;
    case Key::kControl:
      if (key.character == 'u') text_.clear();
      if (key.character == 'w') EraseWord();
      break;
    default:
      break;
  }
  return std::nullopt;
}

std::string LineEditor::Finish() {
  const bool is_new = !text_.empty() && (history_.empty() || history_.back() != text_);
  if (is_new) history_.push_back(text_);
  shown_ = history_.size();
  return std::exchange(text_, {});
}

void LineEditor::Recall(size_t index) {
  shown_ = index;
  text_ = index < history_.size() ? history_[index] : std::string();
}

void LineEditor::EraseWord() {
  while (!text_.empty() && text_.back() == ' ') text_.pop_back();
  while (!text_.empty() && text_.back() != ' ') text_.pop_back();
}

}  // namespace meeple::cli

#include "clients/cli/replay/stepper.h"

#include <algorithm>

namespace meeple::cli {

void Stepper::Press(const Key& key) {
  switch (key.kind) {
    case Key::kRight:
    case Key::kDown:
    case Key::kEnter:
      return GoTo(turn_ + 1);
    case Key::kLeft:
    case Key::kUp:
    case Key::kBackspace:
      return GoTo(turn_ - 1);
    case Key::kHome:
      return GoTo(first_);
    case Key::kEnd:
      return GoTo(last_);
    case Key::kEscape:
      is_done_ = true;
      return;
    case Key::kCharacter:
      return PressCharacter(key.character);
    default:
      return;
  }
}

void Stepper::PressCharacter(char character) {
  switch (character) {
    case ' ':
      if (!has_clock_) return GoTo(turn_ + 1);
      // At the end it starts over.
      if (!runs_ && turn_ == last_) turn_ = first_;
      runs_ = !runs_;
      return;
    case 'n':
      return GoTo(turn_ + 1);
    case 'b':
    case 'p':
      return GoTo(turn_ - 1);
    case 'g':
      return GoTo(first_);
    case 'G':
      return GoTo(last_);
    case 'q':
      is_done_ = true;
      return;
    default:
      return;
  }
}

void Stepper::Tick() {
  if (!runs_) return;
  turn_ = std::min(turn_ + 1, last_);
  runs_ = turn_ < last_;
}

void Stepper::GoTo(int32_t turn) {
  runs_ = false;
  turn_ = std::clamp(turn, first_, last_);
}

}  // namespace meeple::cli

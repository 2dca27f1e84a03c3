#include "engine/games/bowling/score_sheet.h"

#include <algorithm>
#include <cassert>

#include "absl/strings/str_cat.h"

namespace meeple::engine::bowling {

LaneState After(LaneState lane, int pins, bool last_frame) {
  constexpr int kLastBall = 2;  // the third
  const bool cleared = pins == lane.standing;
  const bool filled = last_frame && cleared;
  // Every frame ends with its second ball or a strike, but a strike or spare of the last goes on.
  const bool bonus_to_come = last_frame && (filled || (lane.ball == 1 && lane.fresh));
  const bool closes = last_frame ? lane.ball == kLastBall || (lane.ball == 1 && !bonus_to_come)
                                 : lane.ball == 1 || cleared;
  if (closes) return {.frame = lane.frame + 1};
  return {.frame = lane.frame,
          .ball = lane.ball + 1,
          .standing = cleared ? kPins : lane.standing - pins,
          .fresh = cleared};
}

void ScoreSheet::Add(int pins) {
  assert(!done() && pins >= 0 && pins <= lane_.standing);
  rolls_.push_back(static_cast<int8_t>(pins));
  lane_ = After(lane_, pins, lane_.frame == frames_ - 1);
}

void ScoreSheet::RemoveLast(const LaneState& before) {
  assert(!rolls_.empty());
  rolls_.pop_back();
  lane_ = before;
}

ScoreSheet::Frame ScoreSheet::FrameAt(int first, bool last) const {
  const int there = static_cast<int>(rolls_.size()) - first;
  const bool strike = rolls_[first] == kPins;
  const bool spare = !strike && there >= 2 && rolls_[first] + rolls_[first + 1] == kPins;
  // A bonus ball of the last frame is one of its own and counts once.
  if (last) {
    const int full = strike || spare ? 3 : 2;
    return {.first = first, .balls = std::min(full, there), .closed = there >= full};
  }
  const int full = strike ? 1 : 2;
  return {.first = first,
          .balls = std::min(full, there),
          .bonus = strike  ? 2
                   : spare ? 1
                           : 0,
          .closed = there >= full};
}

std::vector<ScoreSheet::Frame> ScoreSheet::Frames() const {
  std::vector<Frame> frames;
  int first = 0;
  while (first < static_cast<int>(rolls_.size())) {
    frames.push_back(FrameAt(first, static_cast<int>(frames.size()) == frames_ - 1));
    first += frames.back().balls;
  }
  return frames;
}

int ScoreSheet::PinsOf(const Frame& frame, int& missing) const {
  const int wanted = frame.first + frame.balls + frame.bonus;
  const int end = std::min(wanted, static_cast<int>(rolls_.size()));
  missing = wanted - end;
  int pins = 0;
  for (int i = frame.first; i < end; ++i) pins += rolls_[i];
  return pins;
}

std::vector<std::optional<int>> ScoreSheet::Scores() const {
  std::vector<std::optional<int>> scores;
  int running = 0;
  for (const Frame& frame : Frames()) {
    int missing = 0;
    running += PinsOf(frame, missing);
    const bool known = frame.closed && missing == 0;
    scores.push_back(known ? std::optional<int>(running) : std::nullopt);
  }
  return scores;
}

int ScoreSheet::Total() const {
  int total = 0;
  for (const Frame& frame : Frames()) {
    int missing = 0;
    total += PinsOf(frame, missing);
  }
  return total;
}

std::string ScoreSheet::MarksOf(const Frame& frame) const {
  std::string marks;
  int standing = kPins;
  bool fresh = true;
  for (int i = frame.first; i < frame.first + frame.balls; ++i) {
    const int pins = rolls_[i];
    const bool cleared = pins == standing;
    if (cleared) {
      marks += fresh ? 'X' : '/';
    } else {
      marks += pins == 0 ? '-' : static_cast<char>('0' + pins);
    }
    standing = cleared ? kPins : standing - pins;
    fresh = cleared;
  }
  return marks;
}

std::vector<std::string> ScoreSheet::Cells() const {
  const std::vector<Frame> frames = Frames();
  const std::vector<std::optional<int>> scores = Scores();
  std::vector<std::string> cells(frames_, ".");
  for (size_t i = 0; i < frames.size(); ++i) {
    int missing = 0;
    PinsOf(frames[i], missing);
    cells[i] = MarksOf(frames[i]);
    if (scores[i]) absl::StrAppend(&cells[i], " ", *scores[i]);
    if (missing > 0) absl::StrAppend(&cells[i], " ", std::string(missing, '?'));
  }
  return cells;
}

}  // namespace meeple::engine::bowling

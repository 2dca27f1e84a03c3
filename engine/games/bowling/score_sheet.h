#ifndef MEEPLE_ENGINE_GAMES_BOWLING_SCORE_SHEET_H_
#define MEEPLE_ENGINE_GAMES_BOWLING_SCORE_SHEET_H_

// One bowler's line of a game of ten-pin bowling.
//
//   frame    1    2    3  ...  last       Two balls a frame, one after a strike. A strike counts
//   the
//            X    7/   9-      XX8        next two balls as well, a spare the next one. The last
//            20   39   48      76         frame has up to three balls, to fill its strike or spare.
//
// A plain value; not thread-safe.
//
//   ScoreSheet sheet(10);
//   sheet.Add(10);
//   sheet.Scores()[0];   // no value: two balls are missing

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace meeple::engine::bowling {

inline constexpr int kPins = 10;

// Where a bowler stands before a ball.
struct LaneState {
  int frame = 0;         // from 0; the number of frames once all are closed
  int ball = 0;          // of the frame, from 0
  int standing = kPins;  // what the next ball can knock down
  bool fresh = true;     // the pins were set up for the next ball

  bool operator==(const LaneState&) const = default;
};

class ScoreSheet {
 public:
  // REQUIRES: frames > 0.
  explicit ScoreSheet(int frames) : frames_(frames) {}

  const LaneState& lane() const { return lane_; }
  bool done() const { return lane_.frame == frames_; }

  // A ball that knocks down `pins`. REQUIRES: !done(), 0 <= pins <= lane().standing.
  void Add(int pins);
  // Takes back the last ball. REQUIRES: there is one, `before` was lane() before it.
  void RemoveLast(const LaneState& before);

  // The running score of each frame that has a ball; no value while balls are missing that count
  // in it.
  std::vector<std::optional<int>> Scores() const;
  // The score if every ball to come missed.
  int Total() const;
  // Each frame as it stands on a sheet: "X", "7/", "9-", "XX8" with its running score, or with a
  // '?' for each bonus ball that is missing: "X ??"; "." if it has no ball.
  std::vector<std::string> Cells() const;

 private:
  // The balls of one frame: where they begin in rolls_, how many there are, how many bonus balls
  // count as well.
  struct Frame {
    int first = 0;
    int balls = 0;
    int bonus = 0;
    bool closed = false;
  };
  std::vector<Frame> Frames() const;
  Frame FrameAt(int first, bool last) const;
  // The pins of the frame with the bonus balls so far; `missing` is how many are to come.
  int PinsOf(const Frame& frame, int& missing) const;
  std::string MarksOf(const Frame& frame) const;

  int frames_;
  std::vector<int8_t> rolls_;
  LaneState lane_;
};

// The lane after a ball of `pins`.
LaneState After(LaneState lane, int pins, bool last_frame);

}  // namespace meeple::engine::bowling

#endif  // MEEPLE_ENGINE_GAMES_BOWLING_SCORE_SHEET_H_

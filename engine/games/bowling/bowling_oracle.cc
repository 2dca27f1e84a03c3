// The rules of bowling once more, slow and obvious: each bowler's balls are cut into frames again
// from the first ply, and every frame is scored by looking ahead.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing/conformance.h"

namespace meeple::engine::bowling {
namespace {

constexpr char kDraw[] = "draw";
constexpr char kFullLastFrame[] = "three strikes in the last frame";
constexpr char kSpare[] = "spare";
constexpr char kSpareAfterNothing[] = "spare after a ball that missed";
constexpr char kSpareInTheBonus[] = "spare with the bonus balls";
constexpr char kStrike[] = "strike";
constexpr char kStrikeInARow[] = "two strikes in a row";

using Balls = std::vector<int>;

// One bowler's frames, each with its own balls.
std::vector<Balls> CutIntoFrames(const Balls& balls, int frames) {
  std::vector<Balls> cut;
  size_t next = 0;
  while (next < balls.size()) {
    Balls frame;
    const bool last = static_cast<int>(cut.size()) == frames - 1;
    while (next < balls.size()) {
      frame.push_back(balls[next++]);
      if (!last && (frame.size() == 2 || frame[0] == 10)) break;
      if (last && frame.size() == 2 && frame[0] + frame[1] < 10) break;
      if (last && frame.size() == 3) break;
    }
    cut.push_back(frame);
  }
  return cut;
}

bool IsClosed(const Balls& frame, bool last) {
  if (frame.size() == 3) return true;
  if (frame.size() == 2) return !last || frame[0] + frame[1] < 10;
  return !last && frame[0] == 10;
}

int PinsStanding(const Balls& frame) {
  if (frame.empty()) return 10;
  if (frame.size() == 1) return frame[0] == 10 ? 10 : 10 - frame[0];
  if (frame[0] != 10 || frame[1] == 10) return 10;  // a spare, or two strikes
  return 10 - frame[1];
}

int Score(const Balls& balls, int frames) {
  int score = 0;
  size_t ball = 0;
  const auto at = [&](size_t i) { return i < balls.size() ? balls[i] : 0; };
  for (int frame = 0; frame < frames; ++frame) {
    if (at(ball) == 10) {
      score += 10 + at(ball + 1) + at(ball + 2);
      ball += 1;
    } else {
      score += at(ball) + at(ball + 1);
      if (at(ball) + at(ball + 1) == 10) score += at(ball + 2);
      ball += 2;
    }
  }
  return score;
}

std::vector<Balls> BallsBySeat(const PlayedGame& played) {
  std::vector<Balls> balls(played.seats);
  for (const Ply& ply : played.plies) balls[ply.seat].push_back(ply.move.pins());
  return balls;
}

ReferenceState Judge(const std::vector<Balls>& balls, int frames) {
  std::map<int, std::vector<SeatIndex>> by_score;
  for (size_t seat = 0; seat < balls.size(); ++seat) {
    by_score[Score(balls[seat], frames)].push_back(static_cast<SeatIndex>(seat));
  }
  const std::vector<SeatIndex>& best = by_score.rbegin()->second;
  if (best.size() > 1) return {.status = GameStatus::kDrawn};
  return {.status = GameStatus::kWon, .winner = best[0]};
}

// Frame by frame, seat by seat: the first that is not closed is the one to bowl.
ReferenceState Reference(const PlayedGame& played) {
  const int frames = played.parameters.Integer("frames");
  const std::vector<Balls> balls = BallsBySeat(played);
  for (int frame = 0; frame < frames; ++frame) {
    for (SeatIndex seat = 0; seat < played.seats; ++seat) {
      const std::vector<Balls> cut = CutIntoFrames(balls[seat], frames);
      const bool begun = frame < static_cast<int>(cut.size());
      if (begun && IsClosed(cut[frame], frame == frames - 1)) continue;
      ReferenceState state = {.status = GameStatus::kInProgress, .to_move = seat};
      for (int pins = 0; pins <= PinsStanding(begun ? cut[frame] : Balls{}); ++pins) {
        state.legal_moves.push_back(Move::Pins(pins));
      }
      return state;
    }
  }
  return Judge(balls, frames);
}

std::vector<Move> Universe(const Parameters& /*parameters*/) {
  std::vector<Move> moves = {Move::Roll(),
                             Move::AtCell({0, 0}),
                             Move::InColumn(0),
                             Move::Pass(),
                             Move::Pins(INT32_MAX),
                             Move::Pins(INT32_MIN),
                             Move::Ship(0, {0, 0}, Direction::kDown)};
  for (int pins = -1; pins <= 11; ++pins) moves.push_back(Move::Pins(pins));
  return moves;
}

void LookAtFrames(const std::vector<Balls>& cut, std::set<std::string>& seen) {
  for (size_t i = 0; i < cut.size(); ++i) {
    const Balls& frame = cut[i];
    const bool strike = frame[0] == 10;
    if (strike) seen.insert(kStrike);
    if (strike && i > 0 && cut[i - 1][0] == 10) seen.insert(kStrikeInARow);
    if (!strike && frame[0] + frame[1] == 10) {
      seen.insert(frame[0] == 0 ? kSpareAfterNothing : kSpare);
    }
    if (frame.size() < 3 || !strike) continue;
    if (frame[1] == 10 && frame[2] == 10) seen.insert(kFullLastFrame);
    if (frame[1] < 10 && frame[1] + frame[2] == 10) seen.insert(kSpareInTheBonus);
  }
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const int frames = played.parameters.Integer("frames");
  const std::vector<Balls> balls = BallsBySeat(played);
  std::set<std::string> seen;
  for (const Balls& line : balls) LookAtFrames(CutIntoFrames(line, frames), seen);
  if (Judge(balls, frames).status == GameStatus::kDrawn) seen.insert(kDraw);
  return {seen.begin(), seen.end()};
}

// `frames` frames for `players`, `games` random games in which the rare cases are so many.
ConformanceSetup Setup(int frames, int players, int games, std::map<std::string, int> rare_cases) {
  return {.name = "Frames" + std::to_string(frames) + "For" + std::to_string(players),
          .parameters = {{"frames", std::to_string(frames)}},
          .players = players,
          .games = games,
          .max_turns = players * (2 * frames + 1),
          .rare_cases = std::move(rare_cases)};
}

}  // namespace

Conformance MakeConformance() {
  return {
      .kind = "bowling",
      .setups = {Setup(10, 1, 300,
                       {{kSpare, 255},
                        {kSpareAfterNothing, 24},
                        {kSpareInTheBonus, 4},
                        {kStrike, 172},
                        {kStrikeInARow, 27}}),
                 Setup(10, 2, 100,
                       {{kSpare, 98},
                        {kSpareAfterNothing, 15},
                        {kSpareInTheBonus, 3},
                        {kStrike, 90},
                        {kStrikeInARow, 17}}),
                 Setup(2, 3, 500,
                       {{kDraw, 34},
                        {kFullLastFrame, 1},
                        {kSpare, 346},
                        {kSpareAfterNothing, 21},
                        {kSpareInTheBonus, 26},
                        {kStrike, 214},
                        {kStrikeInARow, 12}}),
                 Setup(1, 2, 1'000,
                       {{kDraw, 92},
                        {kFullLastFrame, 2},
                        {kSpare, 312},
                        {kSpareAfterNothing, 11},
                        {kSpareInTheBonus, 23},
                        {kStrike, 178}}),
                 Setup(10, 8, 10,
                       {{kSpare, 10}, {kSpareAfterNothing, 6}, {kStrike, 10}, {kStrikeInARow, 4}})},
      .universe = Universe,
      .reference = Reference,
      .rare_cases = RareCases};
}

}  // namespace meeple::engine::bowling

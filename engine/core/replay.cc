#include "engine/core/replay.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "engine/core/rendering.h"

namespace meeple::engine {
namespace {

// Plays the standing moves of a game again, one turn at a time.
class Replayer {
 public:
  Replayer(const BoardGame& game, Viewer viewer)
      : live_(game), viewer_(viewer), replayed_(game.NewGame()) {
    if (live_.cursor().status != GameStatus::kNotStarted) replayed_->Start();
    Resign();
  }

  int turn() const { return static_cast<int>(turn_); }

  void Step() {
    replayed_->ApplyUnchecked(plies()[turn_].move);
    ++turn_;
    Resign();
  }

  ReplayFrame Frame() const {
    const BoardGame& game = turn_ == plies().size() ? live_ : *replayed_;
    ReplayFrame frame{.turn = turn(),
                      .picture = game.PictureFor(viewer_),
                      .rendered = RenderGame(game, viewer_),
                      .cursor = game.cursor(),
                      .outcome = game.outcome()};
    if (turn_ > 0) {
      const Ply& ply = plies()[turn_ - 1];
      if (live_.CanSee(ply, viewer_)) frame.move = ply.move;
      frame.seat = ply.seat;
    }
    return frame;
  }

 private:
  std::span<const Ply> plies() const { return live_.log().standing(); }

  // Whoever left before the next move leaves here too, since it decides whose turn that is.
  void Resign() {
    for (const Resignation& resignation : live_.log().resignations()) {
      if (resignation.turn == turn_) {
        replayed_->Resign(resignation.seat, resignation.reason);
      }
    }
  }

  const BoardGame& live_;
  const Viewer viewer_;
  std::unique_ptr<BoardGame> replayed_;
  size_t turn_ = 0;
};

}  // namespace

void VisitFrames(const BoardGame& game, int from_turn, int to_turn, Viewer viewer,
                 const std::function<bool(ReplayFrame)>& visit) {
  const int turns = static_cast<int>(game.log().standing().size());
  assert(turns == game.cursor().turns);
  const int last = std::min(to_turn, turns);
  Replayer replayer(game, viewer);
  for (; replayer.turn() <= last; replayer.Step()) {
    if (replayer.turn() >= from_turn && !visit(replayer.Frame())) return;
    if (replayer.turn() == last) return;
  }
}

std::vector<ReplayFrame> Replay(const BoardGame& game, int from_turn, int to_turn, Viewer viewer) {
  std::vector<ReplayFrame> frames;
  VisitFrames(game, from_turn, to_turn, viewer, [&frames](ReplayFrame frame) {
    frames.push_back(std::move(frame));
    return true;
  });
  return frames;
}

}  // namespace meeple::engine

#ifndef MEEPLE_ENGINE_GAMES_SNAKES_AND_LADDERS_TRACK_H_
#define MEEPLE_ENGINE_GAMES_SNAKES_AND_LADDERS_TRACK_H_

// The squares that pieces walk along, with the jumps between them: a ladder leads on, a snake back.
// Pieces start beside the board, on square 0, and want to reach the last square.
//
//   absl::StatusOr<Track> track = Track::Parse(100, "1:38,16:6", /*exact=*/true);
//   track->Land(0, 1).square == 38;
//
// Immutable once made; safe from any thread.

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace meeple::engine::snakes_and_ladders {

inline constexpr int kMinSquares = 2;
inline constexpr int kMaxSquares = 1'000;
inline constexpr int kMaxJumps = 100;
inline constexpr int kDieFaces = 6;

class Track {
 public:
  // Reads `jumps` as "from:to" pairs with commas between them, spaces around a pair not counting;
  // none at all is a board without jumps. INVALID_ARGUMENT names the rule that the layout breaks:
  //   form          every jump is two whole numbers, "from:to"
  //   few_jumps     at most kMaxJumps
  //   on_the_board  both squares are from 1 to the last
  //   not_from_last no jump begins on the last square
  //   goes_somewhere  a jump does not end where it begins
  //   one_jump_a_square  no two begin on the same square
  //   no_cycle      no jumps lead back to where the first began
  //   no_chain      no jump ends where another begins
  //   can_be_won    from every square that can be reached the last one can be
  // `exact` is how Land treats what is past the last square.
  // REQUIRES: kMinSquares <= squares <= kMaxSquares.
  static absl::StatusOr<Track> Parse(int squares, std::string_view jumps, bool exact);

  int squares() const { return static_cast<int>(jumps_.size()) - 1; }
  bool exact() const { return exact_; }

  // Where a roll ends, and on which square the piece set foot before a jump took it there. With no
  // jump both are the same; both are `from` if it may not move.
  struct Landing {
    int foot = 0;
    int square = 0;
  };
  // Moves a piece from `from` by `die`. Past the last square it stays where it is if landing must
  // be exact, else it arrives. REQUIRES: 0 <= from < squares(), 1 <= die <= kDieFaces.
  Landing Land(int from, int die) const {
    int foot = from + die;
    if (foot > squares()) foot = exact_ ? from : squares();
    return {.foot = foot, .square = jumps_[foot]};
  }

 private:
  Track(int squares, bool exact);

  // The squares on which a piece can come to rest.
  std::vector<int> Resting() const;
  absl::Status CheckCanBeWon() const;

  // By square: where a piece that sets foot on it comes to rest.
  std::vector<int> jumps_;
  bool exact_;
};

}  // namespace meeple::engine::snakes_and_ladders

#endif  // MEEPLE_ENGINE_GAMES_SNAKES_AND_LADDERS_TRACK_H_

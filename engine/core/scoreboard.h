#ifndef MEEPLE_ENGINE_CORE_SCOREBOARD_H_
#define MEEPLE_ENGINE_CORE_SCOREBOARD_H_

// Wins, draws and losses by player id over any number of games that it observes. An undone end is
// taken back, a redone one counts again. A game that was abandoned counts only if somebody won it,
// by resignation; who resigned has lost, however it ends. Not thread-safe.
//
//   Scoreboard scoreboard;
//   match.AddObserver(&scoreboard);   // and of the next match
//   scoreboard.ScoreOf("X").wins;

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/board_game.h"
#include "engine/core/game_event.h"

namespace meeple::engine {

enum class Result { kWin, kDraw, kLoss };

// What the end of `game`, won by `winner` or `drawn`, is for a seat: a loss for all who have not
// won, and for a seat that resigned in any case. Nothing where it ended without a winner and not
// drawn.
std::optional<Result> ResultFor(const BoardGame& game, SeatIndex winner, bool drawn,
                                SeatIndex seat);

struct Score {
  int wins = 0;
  int draws = 0;
  int losses = 0;

  bool operator==(const Score&) const = default;
};

class Scoreboard final : public GameObserver {
 public:
  void OnEvent(const BoardGame& game, const GameEvent& event) override;

  // All zero for a player who finished no game.
  Score ScoreOf(std::string_view player_id) const;
  const std::map<std::string, Score, std::less<>>& scores() const { return scores_; }

 private:
  // Adds `by` times what `outcome` means for each player.
  void Count(const BoardGame& game, const Outcome& outcome, int by);

  std::map<std::string, Score, std::less<>> scores_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_SCOREBOARD_H_

#ifndef MEEPLE_ENGINE_PLAYERS_MATCH_H_
#define MEEPLE_ENGINE_PLAYERS_MATCH_H_

// A game played offline: owns the game and one strategy a seat, asks whose turn it is for a move,
// and tells the observers after the game's own call has returned. Not thread-safe.
//
//   Match match(*std::move(game), std::move(strategies));
//   match.AddObserver(&renderer);
//   if (std::optional<MatchError> error = match.Play()) Tell(error->message);
//   match.Undo();

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_event.h"
#include "engine/core/refusal.h"
#include "engine/players/move_strategy.h"

namespace meeple::engine {

enum class MatchErrorReason {
  kIllegalMove,      // a strategy chose what the rules refuse
  kScriptExhausted,  // a scripted player has no move left
  kNoMove,           // a strategy gave no move for another reason
};

// Why a match stopped before the game was over. The game stands as before the failed move.
struct MatchError {
  MatchErrorReason reason = MatchErrorReason::kNoMove;
  SeatIndex seat = kNoSeat;             // whose strategy failed
  std::optional<Refusal> refusal = {};  // kIllegalMove: what the rules said
  std::string message = {};             // for people
};

class Match {
 public:
  // REQUIRES: `game` is not null and not started; one strategy, not null, for each of its seats.
  Match(std::unique_ptr<BoardGame> game, std::vector<std::unique_ptr<MoveStrategy>> strategies);

  const BoardGame& game() const { return *game_; }

  // `observer` must live as long as the match. It hears of what follows, not of what was.
  void AddObserver(GameObserver* observer);

  // Starts the game if need be and plays until it is over.
  std::optional<MatchError> Play();
  // Starts the game if need be and plays one turn. REQUIRES: the game is not over.
  std::optional<MatchError> PlayTurn();

  // As in BoardGame, with the observers told. A strategy is not asked again for a redone move.
  std::optional<Refusal> Undo();
  std::optional<Refusal> Redo();
  std::optional<Refusal> Resign(SeatIndex seat);
  std::optional<Refusal> Abandon();

 private:
  void StartOnce();
  void Tell(const std::vector<GameEvent>& events);

  std::unique_ptr<BoardGame> game_;
  std::vector<std::unique_ptr<MoveStrategy>> strategies_;
  std::vector<GameObserver*> observers_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_MATCH_H_

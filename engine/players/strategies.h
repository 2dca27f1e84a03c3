#ifndef MEEPLE_ENGINE_PLAYERS_STRATEGIES_H_
#define MEEPLE_ENGINE_PLAYERS_STRATEGIES_H_

// The simple kinds of players. Usually made by MakePlayer.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/players/move_strategy.h"

namespace meeple::engine {

// FAILED_PRECONDITION unless `game` is in progress: what every strategy checks first.
absl::Status CheckInProgress(const BoardGame& game);

// Its moves come from outside.
class HumanPlayer final : public MoveStrategy {
 public:
  using Source = std::function<absl::StatusOr<Move>(const BoardGame&)>;
  // REQUIRES: `source` can be called.
  explicit HumanPlayer(Source source) : source_(std::move(source)) {}
  // Whatever the source answers.
  absl::StatusOr<Move> Choose(const BoardGame& game) override;

 private:
  Source source_;
};

// Plays the moves of a list in order, legal or not.
class ScriptedPlayer final : public MoveStrategy {
 public:
  explicit ScriptedPlayer(std::vector<Move> script) : script_(std::move(script)) {}
  absl::StatusOr<Move> Choose(const BoardGame& game) override;

 private:
  std::vector<Move> script_;
  size_t played_ = 0;
};

// Plays each legal move with the same chance, decided by the seed and the number of turns played.
class RandomPlayer final : public MoveStrategy {
 public:
  explicit RandomPlayer(uint64_t seed) : seed_(seed) {}
  absl::StatusOr<Move> Choose(const BoardGame& game) override;

 private:
  uint64_t seed_;
  std::vector<Move> moves_;  // kept to save an allocation a move
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_STRATEGIES_H_

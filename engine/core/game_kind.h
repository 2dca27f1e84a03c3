#ifndef MEEPLE_ENGINE_CORE_GAME_KIND_H_
#define MEEPLE_ENGINE_CORE_GAME_KIND_H_

// What is known of a kind of game before one is made: its id, its parameters with their ranges,
// how many play it, how moves look. A kind's folder exports one function that returns its
// GameKind; engine/games/all_games.h lists them. Values are immutable and shared by all threads.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/core/types.h"

namespace meeple::engine {

enum class ParameterType { kInteger, kBoolean, kChoice, kText };

// One parameter of a kind of game.
struct ParameterSpec {
  std::string name;         // lower_snake_case
  std::string description;  // one sentence for people
  ParameterType type = ParameterType::kInteger;
  std::string default_value;
  int64_t minimum = 0;                    // inclusive; kInteger only
  int64_t maximum = 0;                    // inclusive; kInteger only
  std::vector<std::string> choices = {};  // kChoice only
};

// The checked parameters of one game: every parameter of its kind has a value.
class Parameters {
 public:
  // Checks `given` against `specs` and fills in the defaults. INVALID_ARGUMENT names the unknown
  // key, or the value with its range.
  static absl::StatusOr<Parameters> Parse(const std::vector<ParameterSpec>& specs,
                                          const std::map<std::string, std::string>& given);

  // REQUIRES: the kind has a parameter `name` of that type.
  int Integer(std::string_view name) const;
  bool Boolean(std::string_view name) const;
  const std::string& Text(std::string_view name) const;  // kText and kChoice

  // All values as text, defaults included, by name.
  const std::map<std::string, std::string, std::less<>>& values() const { return values_; }

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

struct GameKind {
  std::string id;           // lower_snake_case, stable for ever
  std::string title;        // for people
  std::string description;  // one or two sentences for people
  std::vector<ParameterSpec> parameters;
  int min_players = 2;
  int max_players = 2;
  // The forms its moves can have, the usual one first: how its notation is read.
  std::vector<MoveForm> move_forms;
  // Seats do not see everything of each other: pictures, moves and lists of moves differ by viewer.
  bool hidden = false;
  // Something is drawn from GameOptions::seed.
  bool chance = false;
  // Whether moves may be taken back where the players did not say.
  bool undo_by_default = true;
  // Raised whenever the same moves would lead elsewhere than before.
  int rules_version = 1;
  // Makes a game of checked parameters and players; INVALID_ARGUMENT where the parameters do not
  // fit each other.
  absl::StatusOr<std::unique_ptr<BoardGame>> (*make)(const Parameters& parameters,
                                                     std::vector<Player> players,
                                                     const GameOptions& options) = nullptr;
};

// Makes a game of `kind`, not started. INVALID_ARGUMENT, with a message for people, if a parameter
// is unknown or out of range, the number of players does not fit, a player id is empty or not
// unique, a symbol is not one printable ASCII character other than space, '.' and '|' or not
// unique, or the turn limit is negative.
absl::StatusOr<std::unique_ptr<BoardGame>> MakeGame(
    const GameKind& kind, const std::map<std::string, std::string>& parameters,
    std::vector<Player> players, const GameOptions& options);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_GAME_KIND_H_

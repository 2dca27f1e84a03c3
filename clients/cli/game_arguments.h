#ifndef MEEPLE_CLIENTS_CLI_GAME_ARGUMENTS_H_
#define MEEPLE_CLIENTS_CLI_GAME_ARGUMENTS_H_

// What the user writes to say which game to create. Pure functions; errors are INVALID_ARGUMENT
// with a message for the user.
//
//   anna=A             a person called anna who draws A
//   anna               ... who draws what the server chooses
//   X                  a person called X who draws X
//   bot:perfect        a bot
//   bot:search:5       a bot of level 5
//   bot:random#7=R     a bot with seed 7 that draws R
//   open               whoever joins first
//   open:ben=B         ... who is called ben unless they say otherwise, and draws B
//   invited:ben        whoever holds the invitation

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// One --seat.
absl::StatusOr<v1::SeatConfig> ParseSeat(std::string_view text);

// "free", "own", "consent" or "never"; UNSPECIFIED for anything else.
v1::UndoPolicy ParseUndo(std::string_view word);

// One `name=value`.
absl::StatusOr<std::pair<std::string, std::string>> ParseAssignment(std::string_view text);

// The options of a game to be created, as they stand on the command line.
struct GameArguments {
  std::string kind;
  std::vector<std::string> parameters;
  std::vector<std::string> seats;
  std::vector<std::string> labels;
  // Moves that were agreed on before.
  std::vector<std::string> opening;
  // Where the draws of the opening come from.
  std::optional<uint64_t> opening_seed;
  int turn_limit = 0;
  bool is_private = false;
  // "free", "own", "consent" or "never"; empty is what the kind does.
  std::string undo;
  std::optional<uint64_t> seed;
  // The number of a seat or "random"; empty is the first one.
  std::string first;
  // See ParseClock and ParseSpan; empty is none. At most one of the first two.
  std::string clock = {};
  std::string per_move = {};
  std::string first_move_time = {};
  std::string disconnect_grace = {};
};

// The same as a message.
absl::StatusOr<v1::GameConfig> ToGameConfig(const GameArguments& arguments);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_GAME_ARGUMENTS_H_

#ifndef MEEPLE_ENGINE_CORE_NOTATION_H_
#define MEEPLE_ENGINE_CORE_NOTATION_H_

// Moves as people write them, case-insensitive:
//   cell    column letter(s) then row number from 1, row 1 at the top: "b2" is row 1, column 1;
//           after z comes aa
//   column  its number from 1: "4" is column 3
//   roll    "roll"
//   pins    "7"
//   ship    name, first cell, direction: "carrier a1 right", "down"
//   pass    "pass"
// Spaces around a move do not count; signs and leading zeros are not read. What FormatMove writes
// of a move with no negative part, ParseMove reads back as the same move.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "engine/core/move.h"

namespace meeple::engine {

// The longest text that ParseMove reads; anything longer is refused unread.
inline constexpr size_t kMaxNotationLength = 64;

// The name of a ship by its index in the fleet: "carrier", "battleship", "cruiser", "submarine",
// "destroyer", then "ship6", "ship7", ...
std::string ShipName(int32_t ship);

// The notation of `move`, in lower case. Every move has a text, also one that no board could hold.
std::string FormatMove(const Move& move);

// Reads `text` as a move of one of `forms`, which are tried in order. INVALID_ARGUMENT with an
// example of what would be read. Numbers that do not fit 32 bits are refused; whether a cell is on
// the board is for the game to say.
absl::StatusOr<Move> ParseMove(std::string_view text, std::span<const MoveForm> forms);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_NOTATION_H_

#ifndef MEEPLE_CLIENTS_CLI_LIST_TEXT_H_
#define MEEPLE_CLIENTS_CLI_LIST_TEXT_H_

#include <google/protobuf/repeated_field.h>

#include <string>

#include "clients/cli/style.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// Moves by their notation, side by side in as many columns as the terminal has room for; the player
// who is to make them stands before.
std::string InColumns(const google::protobuf::RepeatedPtrField<v1::Move>& moves,
                      const Style& style);

// Why there are no moves in a position.
std::string WhyNoMoves(const v1::TurnCursor& cursor);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_LIST_TEXT_H_

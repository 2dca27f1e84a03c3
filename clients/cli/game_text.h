#ifndef MEEPLE_CLIENTS_CLI_GAME_TEXT_H_
#define MEEPLE_CLIENTS_CLI_GAME_TEXT_H_

// Sentences about games, for people. Pure functions of printable messages.

#include <google/protobuf/repeated_field.h>

#include <string>
#include <string_view>

#include "clients/cli/style.h"
#include "meeple/v1/event.pb.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

using Seats = google::protobuf::RepeatedPtrField<v1::Seat>;

// The seat of a player, or -1.
int SeatOf(const Seats& seats, std::string_view player_id);

// The player of a seat; "?" for one that the game does not have.
std::string PlayerAt(const Seats& seats, int seat);

// The player whose turn it is; empty when the game is not being played.
std::string PlayerToMove(const Seats& seats, const v1::TurnCursor& cursor);

// True for GAME_STATUS_WON, DRAWN and ABANDONED.
bool IsOver(const v1::TurnCursor& cursor);

// The move of an event that played, took back or brought back one; else null.
const v1::Move* MoveOf(const v1::GameEvent& event);

// True if the position after the event differs from the one before.
bool ChangesPosition(const v1::GameEvent& event);

// Puts into the seats of the game who took or left one by that event, before the game started.
void UpdateSeats(const v1::GameEvent& event, v1::Game& game);

// "X plays X at (0,0)  a1": what happened and how people write the move.
std::string EventText(const v1::GameEvent& event, const Seats& seats, const Style& style);

// "   3  X plays X at (0,0)  a1": the same after the number of the event.
std::string EventLine(const v1::GameEvent& event, const Seats& seats, const Style& style);

// "tic_tac_toe, size 3"
std::string KindLine(const v1::GameConfig& config);

// "X against O (bot perfect)", each in its colour.
std::string SeatsLine(const Seats& seats, const Style& style);

// The first line of a rendered game: who is to move, or the result.
std::string HeaderOf(std::string_view rendered);

// The text as one word of a shell, quoted where it must be.
std::string ShellWord(std::string_view text);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_GAME_TEXT_H_

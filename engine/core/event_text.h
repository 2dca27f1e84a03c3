#ifndef MEEPLE_ENGINE_CORE_EVENT_TEXT_H_
#define MEEPLE_ENGINE_CORE_EVENT_TEXT_H_

// The one table of sentences that tell what happened in a game, in English. The server's events,
// offline matches and the terminal client all speak through it. Cells are (row,column) from 0,
// columns by their notation.

#include <string>

#include "engine/core/move.h"
#include "engine/core/types.h"

namespace meeple::engine {

std::string TextOfCreated();  // "game created"
std::string TextOfStarted();  // "game started"
// "plays X at (0,0)": what a move does, to be put after the name of its player.
std::string TextOfAction(const Player& player, const Move& move);
// "(0,0)": what of a move can be taken back.
std::string TextOfObject(const Move& move);
std::string TextOfJoining(const Player& player);     // "X joins"
std::string TextOfLeaving(const Player& player);     // "X leaves"
std::string TextOfRenewal(const Player& player);     // "X has a new credential"
std::string TextOfInvitation(const Player& player);  // "X has a new invitation"
// "search plays for X": a bot of that kind does from here on.
std::string TextOfBot(const Player& player, const std::string& bot);
std::string TextOfTakeover(const Player& player);     // "X takes over from the bot"
std::string TextOfResignation(const Player& player);  // "X resigns"
std::string TextOfFlag(const Player& player);         // "X runs out of time"
std::string TextOfForfeit(const Player& player);      // "X is gone"
// "X wins", "draw", "draw by agreement", "X wins by resignation", "abandoned: turn limit reached",
// ... `winner` is null where nobody won; empty while the game is not over.
std::string TextOfEnd(GameStatus status, EndReason reason, const Player* winner);
std::string TextOfFinal();  // "game final"
// The header over a rendered board: one of these, or TextOfEnd of a game that is over.
std::string TextOfTurn(const Player& player);  // "X to play"
std::string TextOfNotStarted();                // "not started"

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_EVENT_TEXT_H_

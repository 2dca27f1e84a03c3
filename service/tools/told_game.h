#ifndef MEEPLE_SERVICE_TOOLS_TOLD_GAME_H_
#define MEEPLE_SERVICE_TOOLS_TOLD_GAME_H_

// What lists and feeds tell of a game, as far as every release told it and no move changes it.
//
// Pure functions, any thread.

#include <string>

#include "meeple/v1/lobby_service.pb.h"

namespace meeple::tools {

// Id, status, players, winner, reason of the end, time of creation.
v1::ListedGame ToldGame(const v1::ListedGame& game);

// The first difference in what they tell, in words; empty where there is none. An entry that is
// kept beside lists has no status: it then is none of the differences.
std::string DifferenceOf(const v1::ListedGame& game, const v1::ListedGame& told);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_TOLD_GAME_H_

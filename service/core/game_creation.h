#ifndef MEEPLE_SERVICE_CORE_GAME_CREATION_H_
#define MEEPLE_SERVICE_CORE_GAME_CREATION_H_

// Making games: the id of a game follows from the request id, so that a repeat finds the same game
// and the same credentials.

#include <string>
#include <string_view>

#include "meeple/v1/game_service.pb.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"

namespace meeple::service {

// A game that is asked for.
struct GameOrder {
  // The rpc that asks. Equal orders of two rpcs are not the same content.
  std::string_view rpc;
  // May be empty.
  const std::string& request_id;
  const v1::GameConfig& config;
  // The name of the API key that asks; empty where none does.
  std::string key_name;
};

// Makes the game, or finds the one that an equal order with the same request id made. `core` must
// live until `done` is called, with the errors of GameService.CreateGame; `order` only until this
// returns.
void CreateGame(HostCore& core, const GameOrder& order,
                GameHost::Done<v1::CreateGameResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_CREATION_H_

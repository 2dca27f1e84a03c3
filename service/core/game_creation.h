#ifndef MEEPLE_SERVICE_CORE_GAME_CREATION_H_
#define MEEPLE_SERVICE_CORE_GAME_CREATION_H_

// Making games: the id of a game follows from the request id, so that a repeat finds the same game
// and the same credentials.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "meeple/v1/game_service.pb.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"
#include "service/core/key_quota.h"

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

// An order that was looked at.
struct CheckedOrder {
  std::string request_id;
  std::string key_name;
  // What to play, complete. Or why there is no such game: that counts where no game was made by an
  // equal order before.
  absl::StatusOr<v1::GameConfig> config;
  // Fingerprint of what the call asked for: see GameSession.
  std::string creation;
  // Of the key, while the game is being created.
  KeyQuota::Place place = {};
};

// The same for an order that was looked at.
void CreateGame(HostCore& core, CheckedOrder order, GameHost::Done<v1::CreateGameResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_CREATION_H_

#ifndef MEEPLE_SERVICE_CORE_CREDENTIALS_H_
#define MEEPLE_SERVICE_CORE_CREDENTIALS_H_

// Credentials as callers get them. Pure functions.

#include <string>

#include "google/protobuf/repeated_field.h"
#include "meeple/v1/event.pb.h"
#include "meeple/v1/game.pb.h"
#include "service/core/caller.h"
#include "service/core/server_secret.h"

namespace meeple::service {

// The credential of `holder`, who is no API key. `player_id` as in v1::Credential.
v1::Credential MakeCredential(const ServerSecret& secret, const Caller& holder,
                              const std::string& player_id);

// The credential that these events of a game brought into force.
// REQUIRES: one of them is a SeatTaken or a CredentialRotated.
v1::Credential CredentialOf(const ServerSecret& secret, const std::string& game_id,
                            const google::protobuf::RepeatedPtrField<v1::GameEvent>& events);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_CREDENTIALS_H_

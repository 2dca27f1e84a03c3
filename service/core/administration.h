#ifndef MEEPLE_SERVICE_CORE_ADMINISTRATION_H_
#define MEEPLE_SERVICE_CORE_ADMINISTRATION_H_

// AdminService: what operators ask of a server. Thread-safe.
//
//   done(GetServerInfo(core, caller));

#include "absl/status/statusor.h"
#include "meeple/v1/admin_service.pb.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"

namespace meeple::service {

// See AdminService. CREDENTIAL_REQUIRED, ROLE_REQUIRED.
absl::StatusOr<v1::GetServerInfoResponse> GetServerInfo(HostCore& core, const Caller& caller);
absl::StatusOr<v1::DrainServerResponse> DrainServer(HostCore& core, const Caller& caller);

// See AdminService; beside the errors there CREDENTIAL_REQUIRED, ROLE_REQUIRED. What waits for a
// disk is done on threads of its own, of which at most 16 calls wait: OVERLOADED beyond. `core`
// must live until `done` is called.
void EvictGame(HostCore& core, const Caller& caller, const v1::EvictGameRequest& request,
               GameHost::Done<v1::EvictGameResponse> done);
void VerifyGame(HostCore& core, const Caller& caller, const v1::VerifyGameRequest& request,
                GameHost::Done<v1::VerifyGameResponse> done);
void CreateBackup(HostCore& core, const Caller& caller, const v1::CreateBackupRequest& request,
                  GameHost::Done<v1::CreateBackupResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_ADMINISTRATION_H_

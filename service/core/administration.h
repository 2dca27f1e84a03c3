#ifndef MEEPLE_SERVICE_CORE_ADMINISTRATION_H_
#define MEEPLE_SERVICE_CORE_ADMINISTRATION_H_

// AdminService: what operators ask of a server. Thread-safe.
//
//   done(GetServerInfo(core, caller));

#include "absl/status/statusor.h"
#include "meeple/v1/admin_service.pb.h"
#include "service/core/caller.h"
#include "service/core/host_core.h"

namespace meeple::service {

// See AdminService. CREDENTIAL_REQUIRED, ROLE_REQUIRED.
absl::StatusOr<v1::GetServerInfoResponse> GetServerInfo(HostCore& core, const Caller& caller);
absl::StatusOr<v1::DrainServerResponse> DrainServer(HostCore& core, const Caller& caller);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_ADMINISTRATION_H_

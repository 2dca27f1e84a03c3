#include "service/core/administration.h"

#include <google/protobuf/util/time_util.h>

#include <string>

#include "service/core/access.h"
#include "service/core/answers.h"

namespace meeple::service {

absl::StatusOr<v1::GetServerInfoResponse> GetServerInfo(HostCore& core, const Caller& caller) {
  absl::Status permitted = CheckRole(caller, Role::kAdmin, core.options().dev);
  if (!permitted.ok()) return permitted;
  v1::GetServerInfoResponse response;
  response.set_version(core.options().version);
  response.set_journal(std::string(core.journal_name()));
  response.set_durability(ToProto(core.durability()));
  *response.mutable_uptime() = google::protobuf::util::TimeUtil::MillisecondsToDuration(
      absl::ToInt64Milliseconds(core.uptime()));
  response.set_games(core.games().size());
  response.set_watchers(core.watchers().load());
  response.set_draining(core.draining());
  return response;
}

absl::StatusOr<v1::DrainServerResponse> DrainServer(HostCore& core, const Caller& caller) {
  absl::Status permitted = CheckRole(caller, Role::kAdmin, core.options().dev);
  if (!permitted.ok()) return permitted;
  v1::DrainServerResponse response;
  response.set_games(core.games().size());
  response.set_watchers(core.watchers().load());
  core.StartDraining();
  return response;
}

}  // namespace meeple::service

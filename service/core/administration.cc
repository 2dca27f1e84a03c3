#include "service/core/administration.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "meeple/storage/v1/summary.pb.h"
#include "service/core/access.h"
#include "service/core/answers.h"
#include "service/core/errors.h"
#include "service/core/game_check.h"
#include "service/core/journal_errors.h"

namespace meeple::service {
namespace {

constexpr size_t kMaxWaitingForDisk = 16;
constexpr absl::Duration kRetryAdministration = absl::Seconds(1);
constexpr int kAllRecords = std::numeric_limits<int>::max();

absl::Status CheckOperator(const HostCore& core, const Caller& caller) {
  return CheckRole(caller, Role::kAdmin, core.options().dev);
}

// Who it is, in words for the log.
std::string WhoIs(const Caller& caller) {
  if (caller.kind != CallerKind::kApiKey) return "a caller without a key (--dev)";
  return absl::StrCat("the operator ", caller.key_name);
}

// Tells the log what a caller did.
void TellLog(const HostCore& core, const std::string& who, const std::string& what) {
  if (core.options().on_administered) core.options().on_administered(absl::StrCat(who, " ", what));
}

absl::Status TooMuchAsked(const char* what) {
  return WithRetryDelay(MakeError(v1::ERROR_REASON_OVERLOADED, what), kRetryAdministration);
}

// Runs `task` where the disk may be waited for; OVERLOADED if too many wait.
absl::Status RunOnDisk(HostCore& core, std::function<void()> task) {
  if (core.administration().TryPost(std::move(task), kMaxWaitingForDisk)) return absl::OkStatus();
  return TooMuchAsked("too many calls wait for the disk: retry later");
}

absl::Status GameInUse() {
  return MakeError(v1::ERROR_REASON_GAME_IN_USE,
                   "a call or a bot is at the game: retry in a moment");
}

// What the journal has of a game.
struct StoredGame {
  absl::StatusOr<std::vector<SharedRecord>> records;
  absl::StatusOr<std::string> summary;
};

// Forgets the records that are newer than the summary. Each commit brings both at once.
void CutToSummary(StoredGame& stored) {
  storage::v1::GameSummary summary;
  if (!stored.records.ok() || !summary.ParseFromString(*stored.summary)) return;
  const auto length = static_cast<size_t>(std::max<int64_t>(summary.sequence(), 0));
  if (length < stored.records->size()) stored.records->resize(length);
}

// Records and summary that belong together, whatever is played meanwhile.
StoredGame ReadStoredGame(const Journal& journal, const std::string& game_id) {
  for (;;) {
    StoredGame stored;
    stored.summary = journal.ReadSummary(game_id);
    stored.records = journal.Read(game_id, 0, kAllRecords);
    if (journal.ReadSummary(game_id) == stored.summary) return stored;
    if (!stored.summary.ok()) continue;  // the game has just begun, which it does once
    CutToSummary(stored);
    return stored;
  }
}

absl::StatusOr<v1::VerifyGameResponse> Verify(const HostCore& core, const std::string& game_id) {
  const StoredGame stored = ReadStoredGame(core.journal(), game_id);
  if (absl::IsNotFound(stored.records.status()) && absl::IsNotFound(stored.summary.status())) {
    return ToldOfJournal(game_id, stored.records.status(), core.options().on_unreadable);
  }
  const absl::Status checked =
      CheckStoredGame(game_id, stored.records, stored.summary, core.options().kinds).status();
  if (!checked.ok() && !absl::IsDataLoss(checked)) {
    return ToldOfJournal(game_id, checked, core.options().on_unreadable);
  }
  v1::VerifyGameResponse response;
  if (stored.records.ok()) response.set_events(static_cast<int64_t>(stored.records->size()));
  response.set_difference(std::string(checked.message()));
  return response;
}

absl::Status BackupNotPossible(std::string_view why) {
  return MakeError(v1::ERROR_REASON_BACKUP_NOT_POSSIBLE, why);
}

absl::Status FromBackupError(const absl::Status& status) {
  const std::string message(status.message());
  switch (status.code()) {
    case absl::StatusCode::kUnimplemented:
      return BackupNotPossible("this server keeps games in memory alone");
    case absl::StatusCode::kAlreadyExists:
      return MakeError(v1::ERROR_REASON_BACKUP_EXISTS, message);
    default:
      return MakeError(v1::ERROR_REASON_BACKUP_FAILED, message);
  }
}

absl::StatusOr<v1::CreateBackupResponse> BackUp(const HostCore& core, const std::string& path,
                                                const std::string& who) {
  const absl::StatusOr<uint64_t> change = core.journal().CreateBackup(path);
  if (!change.ok()) {
    TellLog(core, who, absl::StrCat("asked for a backup in vain: ", change.status().message()));
    return FromBackupError(change.status());
  }
  TellLog(core, who, absl::StrCat("made the backup ", path, ", up to change ", *change));
  v1::CreateBackupResponse response;
  response.set_path(path);
  response.set_change(*change);
  return response;
}

}  // namespace

absl::StatusOr<v1::GetServerInfoResponse> GetServerInfo(HostCore& core, const Caller& caller) {
  absl::Status permitted = CheckOperator(core, caller);
  if (!permitted.ok()) return permitted;
  v1::GetServerInfoResponse response;
  response.set_version(core.options().version);
  response.set_journal(std::string(core.journal().name()));
  response.set_durability(ToProto(core.durability()));
  *response.mutable_uptime() = google::protobuf::util::TimeUtil::MillisecondsToDuration(
      absl::ToInt64Milliseconds(core.uptime()));
  response.set_games(core.games().size());
  response.set_watchers(core.watchers().load());
  response.set_draining(core.draining());
  return response;
}

absl::StatusOr<v1::DrainServerResponse> DrainServer(HostCore& core, const Caller& caller) {
  absl::Status permitted = CheckOperator(core, caller);
  if (!permitted.ok()) return permitted;
  v1::DrainServerResponse response;
  response.set_games(core.games().size());
  response.set_watchers(core.watchers().load());
  TellLog(core, WhoIs(caller), "had the server drain");
  core.StartDraining();
  return response;
}

void EvictGame(HostCore& core, const Caller& caller, const v1::EvictGameRequest& request,
               GameHost::Done<v1::EvictGameResponse> done) {
  if (absl::Status status = CheckOperator(core, caller); !status.ok()) return done(status);
  v1::EvictGameResponse response;
  switch (core.games().EvictGame(request.game_id())) {
    case GameRegistry::Eviction::kInUse:
      return done(GameInUse());
    case GameRegistry::Eviction::kEvicted:
      TellLog(core, WhoIs(caller),
              absl::StrCat("had the game ", request.game_id(), " leave memory"));
      response.set_evicted(true);
      return done(response);
    case GameRegistry::Eviction::kAbsent:
      break;
  }
  absl::Status accepted = RunOnDisk(core, [&core, game_id = request.game_id(), done] {
    const absl::Status stored = core.journal().Read(game_id, 0, 1).status();
    if (!stored.ok() && !absl::IsDataLoss(stored))
      return done(ToldOfJournal(game_id, stored, core.options().on_unreadable));
    done(v1::EvictGameResponse());
  });
  if (!accepted.ok()) done(accepted);
}

void VerifyGame(HostCore& core, const Caller& caller, const v1::VerifyGameRequest& request,
                GameHost::Done<v1::VerifyGameResponse> done) {
  if (absl::Status status = CheckOperator(core, caller); !status.ok()) return done(status);
  absl::Status accepted =
      RunOnDisk(core, [&core, game_id = request.game_id(), done] { done(Verify(core, game_id)); });
  if (!accepted.ok()) done(accepted);
}

void CreateBackup(HostCore& core, const Caller& caller, const v1::CreateBackupRequest& request,
                  GameHost::Done<v1::CreateBackupResponse> done) {
  if (absl::Status status = CheckOperator(core, caller); !status.ok()) return done(status);
  const std::string& directory = core.options().backup_directory;
  if (directory.empty()) return done(BackupNotPossible("this server was given no --backup-dir"));
  if (core.backing_up().exchange(true)) {
    return done(TooMuchAsked("another backup is being made: retry later"));
  }
  absl::Status accepted = RunOnDisk(
      core,
      [&core, path = absl::StrCat(directory, "/", request.name()), who = WhoIs(caller), done] {
        absl::StatusOr<v1::CreateBackupResponse> response = BackUp(core, path, who);
        core.backing_up() = false;
        done(std::move(response));
      });
  if (accepted.ok()) return;
  core.backing_up() = false;
  done(accepted);
}

}  // namespace meeple::service

#include "service/core/access.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"

namespace meeple::service {
namespace {

constexpr char kOtherGame[] = "00000000000000000xyz";
constexpr v1::ErrorReason kFine = v1::ERROR_REASON_UNSPECIFIED;

struct Access {
  v1::ErrorReason exists;
  v1::ErrorReason read;
  v1::ErrorReason play;
};

struct AccessRow {
  const char* who;
  Caller caller;
  Access of_public;
  Access of_private;
};

const Access kPlayer = {kFine, kFine, kFine};
const Access kWatcher = {kFine, kFine, v1::ERROR_REASON_ROLE_REQUIRED};
const Access kSpectator = {kFine, kFine, v1::ERROR_REASON_CREDENTIAL_REQUIRED};
// Whether it may still play is decided with the call itself: see GameSession.
const Access kRevokedPlayer = {kFine, v1::ERROR_REASON_CREDENTIAL_INVALID, kFine};
const Access kRevokedWatcher = {kFine, v1::ERROR_REASON_CREDENTIAL_INVALID,
                                v1::ERROR_REASON_ROLE_REQUIRED};
const Access kStranger = {kFine, v1::ERROR_REASON_WRONG_SEAT, v1::ERROR_REASON_WRONG_SEAT};

// A private game does not exist for callers without a credential of it; the checks that follow
// never run then.
Access Hidden(Access access) {
  access.exists = v1::ERROR_REASON_GAME_NOT_FOUND;
  return access;
}

Caller KeyOf(Role role, const std::string& name) {
  return {.kind = CallerKind::kApiKey, .role = role, .key_name = name};
}

// The game is the lobby's.
const AccessRow kRows[] = {
    {"the key that created it", KeyOf(Role::kMatchmaker, "lobby"), kWatcher, kWatcher},
    {"another key", KeyOf(Role::kMatchmaker, "arena"), kWatcher, Hidden(kWatcher)},
    {"an operator's key", KeyOf(Role::kAdmin, "ops"), kWatcher, kWatcher},
    {"nobody", {}, kSpectator, Hidden(kSpectator)},
    {"seat 0", {CallerKind::kSeat, kTestGameId, 0, kFirstEpoch}, kPlayer, kPlayer},
    {"seat 1", {CallerKind::kSeat, kTestGameId, 1, kFirstEpoch}, kPlayer, kPlayer},
    {"watcher",
     {CallerKind::kWatch, kTestGameId, engine::kNoSeat, kFirstEpoch},
     kWatcher,
     kWatcher},
    {"seat of an earlier epoch",
     {CallerKind::kSeat, kTestGameId, 0, kFirstEpoch - 1},
     kRevokedPlayer,
     kRevokedPlayer},
    {"seat of a later epoch",
     {CallerKind::kSeat, kTestGameId, 0, kFirstEpoch + 1},
     kRevokedPlayer,
     kRevokedPlayer},
    {"watcher of an earlier epoch",
     {CallerKind::kWatch, kTestGameId, engine::kNoSeat, 0},
     kRevokedWatcher,
     kRevokedWatcher},
    {"holder of an invitation",
     {CallerKind::kInvitation, kTestGameId, 1, kFirstEpoch},
     kWatcher,
     kWatcher},
    {"holder of an earlier invitation",
     {CallerKind::kInvitation, kTestGameId, 1, kFirstEpoch - 1},
     {kFine, v1::ERROR_REASON_CREDENTIAL_INVALID, v1::ERROR_REASON_ROLE_REQUIRED},
     {kFine, v1::ERROR_REASON_CREDENTIAL_INVALID, v1::ERROR_REASON_ROLE_REQUIRED}},
    {"seat of another game",
     {CallerKind::kSeat, kOtherGame, 0, kFirstEpoch},
     kStranger,
     Hidden(kStranger)},
    {"watcher of another game",
     {CallerKind::kWatch, kOtherGame, engine::kNoSeat, kFirstEpoch},
     kStranger,
     Hidden(kStranger)},
};

void ExpectAccess(const Caller& caller, const GameSetup& setup, const Access& access) {
  EXPECT_EQ(ReasonOf(CheckExistsFor(caller, setup)), access.exists);
  EXPECT_EQ(ReasonOf(CheckMayRead(caller, setup, CredentialEpochs(Seats(setup.config)))),
            access.read);
  const absl::StatusOr<engine::SeatIndex> seat = SeatOf(caller, setup);
  EXPECT_EQ(ReasonOf(seat.status()), access.play) << seat.status();
  if (!seat.ok()) return;
  EXPECT_EQ(*seat, caller.seat);
}

PreparedGame PrepareOfLobby(const std::string& text) {
  const v1::GameConfig complete = Prepare(text).setup->config;
  return PrepareGame(kTestGameId, complete, kTestMaxPlies, engine::AllGameKinds(), "lobby").value();
}

TEST(AccessTest, EveryCallerMayDoWhatItsCredentialSays) {
  const PreparedGame open = PrepareOfLobby("");
  const PreparedGame closed = PrepareOfLobby("visibility: VISIBILITY_PRIVATE");
  for (const AccessRow& row : kRows) {
    SCOPED_TRACE(row.who);
    ExpectAccess(row.caller, *open.setup, row.of_public);
    ExpectAccess(row.caller, *closed.setup, row.of_private);
  }
}

TEST(AccessTest, AGameIsOverseenByItsCreatorAndByOperators) {
  const PreparedGame of_lobby = PrepareOfLobby("");
  const PreparedGame of_nobody = Prepare("");
  for (const AccessRow& row : kRows) {
    SCOPED_TRACE(row.who);
    const bool admin = row.caller.kind == CallerKind::kApiKey && row.caller.role == Role::kAdmin;
    EXPECT_EQ(OverseesGame(row.caller, *of_lobby.setup), admin || row.caller.key_name == "lobby");
    EXPECT_EQ(OverseesGame(row.caller, *of_nobody.setup), admin);
  }
}

TEST(AccessTest, RolesAreTheirOwn) {
  for (const Role role : {Role::kMatchmaker, Role::kAdmin}) {
    const Role other = role == Role::kAdmin ? Role::kMatchmaker : Role::kAdmin;
    for (const bool open : {false, true}) {
      EXPECT_EQ(ReasonOf(CheckRole(KeyOf(role, "one"), role, open)), kFine);
      EXPECT_EQ(ReasonOf(CheckRole(KeyOf(other, "one"), role, open)),
                v1::ERROR_REASON_ROLE_REQUIRED);
      EXPECT_EQ(ReasonOf(CheckRole({.kind = CallerKind::kSeat}, role, open)),
                v1::ERROR_REASON_ROLE_REQUIRED);
    }
    EXPECT_EQ(ReasonOf(CheckRole({}, role, false)), v1::ERROR_REASON_CREDENTIAL_REQUIRED);
    EXPECT_EQ(ReasonOf(CheckRole({}, role, true)), kFine);
  }
}

// Whoever may not know of a private game learns nothing that a missing one would not say.
TEST(AccessTest, PrivateGameLooksLikeNone) {
  const PreparedGame closed = Prepare("visibility: VISIBILITY_PRIVATE");
  const absl::Status hidden = CheckExistsFor({}, *closed.setup);
  EXPECT_EQ(hidden.message(), std::string("no game '") + kTestGameId + "'");
}

}  // namespace
}  // namespace meeple::service

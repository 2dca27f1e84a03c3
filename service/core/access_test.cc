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
const Access kRevoked = {kFine, v1::ERROR_REASON_CREDENTIAL_INVALID,
                         v1::ERROR_REASON_CREDENTIAL_INVALID};
const Access kStranger = {kFine, v1::ERROR_REASON_WRONG_SEAT, v1::ERROR_REASON_WRONG_SEAT};

// A private game does not exist for callers without a credential of it; the checks that follow
// never run then.
Access Hidden(Access access) {
  access.exists = v1::ERROR_REASON_GAME_NOT_FOUND;
  return access;
}

const AccessRow kRows[] = {
    {"nobody", {}, kSpectator, Hidden(kSpectator)},
    {"seat 0", {CallerKind::kSeat, kTestGameId, 0, kCurrentEpoch}, kPlayer, kPlayer},
    {"seat 1", {CallerKind::kSeat, kTestGameId, 1, kCurrentEpoch}, kPlayer, kPlayer},
    {"watcher",
     {CallerKind::kWatch, kTestGameId, engine::kNoSeat, kCurrentEpoch},
     kWatcher,
     kWatcher},
    {"seat of an earlier epoch",
     {CallerKind::kSeat, kTestGameId, 0, kCurrentEpoch - 1},
     kRevoked,
     kRevoked},
    {"seat of a later epoch",
     {CallerKind::kSeat, kTestGameId, 0, kCurrentEpoch + 1},
     kRevoked,
     kRevoked},
    {"watcher of an earlier epoch",
     {CallerKind::kWatch, kTestGameId, engine::kNoSeat, 0},
     kRevoked,
     kRevoked},
    {"seat of another game",
     {CallerKind::kSeat, kOtherGame, 0, kCurrentEpoch},
     kStranger,
     Hidden(kStranger)},
    {"watcher of another game",
     {CallerKind::kWatch, kOtherGame, engine::kNoSeat, kCurrentEpoch},
     kStranger,
     Hidden(kStranger)},
};

void ExpectAccess(const Caller& caller, const GameSetup& setup, const Access& access) {
  EXPECT_EQ(ReasonOf(CheckExistsFor(caller, setup)), access.exists);
  EXPECT_EQ(ReasonOf(CheckMayRead(caller, setup)), access.read);
  const absl::StatusOr<engine::SeatIndex> seat = SeatOf(caller, setup);
  EXPECT_EQ(ReasonOf(seat.status()), access.play) << seat.status();
  if (!seat.ok()) return;
  EXPECT_EQ(*seat, caller.seat);
}

TEST(AccessTest, EveryCallerMayDoWhatItsCredentialSays) {
  const PreparedGame open = Prepare("");
  const PreparedGame closed = Prepare("visibility: VISIBILITY_PRIVATE");
  for (const AccessRow& row : kRows) {
    SCOPED_TRACE(row.who);
    ExpectAccess(row.caller, *open.setup, row.of_public);
    ExpectAccess(row.caller, *closed.setup, row.of_private);
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

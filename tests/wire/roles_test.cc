// API keys: what each role opens, what a key may do with games, how the file of keys counts.

#include <gmock/gmock.h>

#include <fstream>

#include "service/core/api_keys.h"
#include "tests/wire/raw_call.h"
#include "tests/wire/server_with_keys.h"

namespace meeple::wire {
namespace {

using ::testing::HasSubstr;

class RolesTest : public ServerWithKeys {
 protected:
  using ServerWithKeys::ServerWithKeys;

  // What the rpcs that need a role answer to that token.
  std::vector<grpc::Status> AnswersTo(const std::string& token) {
    return {Allocate(token, Request({""})).status,
            Info(token).status,
            Evict(token, "a").status,
            Verify(token, "a").status,
            BackUp(token, "a").status,
            DrainIt(token).status};
  }
  void ExpectAll(const std::string& token, v1::ErrorReason reason) {
    for (const grpc::Status& status : AnswersTo(token)) EXPECT_THAT(status, Refused(reason));
  }
};

TEST_F(RolesTest, EachRoleOpensItsServiceAndNoOther) {
  EXPECT_THAT(Allocate(lobby(), Request({""})), IsOk());
  EXPECT_THAT(Info(lobby()), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Evict(lobby(), "a"), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Verify(lobby(), "a"), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(BackUp(lobby(), "a"), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(DrainIt(lobby()), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Allocate(ops(), Request({""})), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Info(ops()), IsOk());
  EXPECT_THAT(Evict(ops(), "a"), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(Verify(ops(), "a"), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(BackUp(ops(), "a"), Refused(v1::ERROR_REASON_BACKUP_NOT_POSSIBLE));
  EXPECT_THAT(DrainIt(ops()), IsOk());
}

TEST_F(RolesTest, EverybodyElseIsRefused) {
  const Table table = Create("visibility: VISIBILITY_PRIVATE");
  ExpectAll("", v1::ERROR_REASON_CREDENTIAL_REQUIRED);
  ExpectAll(table.seats[0], v1::ERROR_REASON_ROLE_REQUIRED);
  ExpectAll(table.watch, v1::ERROR_REASON_ROLE_REQUIRED);
  ExpectAll(service::MakeApiKey(), v1::ERROR_REASON_CREDENTIAL_INVALID);
  ExpectAll("k1.", v1::ERROR_REASON_CREDENTIAL_INVALID);
  ExpectAll(lobby() + "A", v1::ERROR_REASON_CREDENTIAL_INVALID);
}

class ClosedTest : public RolesTest {
 protected:
  ClosedTest() : RolesTest([](rpc::ServerOptions& options) { options.api_key_file.clear(); }) {}
};

TEST_F(ClosedTest, WithoutAFileNobodyHasARole) {
  ExpectAll("", v1::ERROR_REASON_CREDENTIAL_REQUIRED);
  ExpectAll(Create().seats[0], v1::ERROR_REASON_ROLE_REQUIRED);
  ExpectAll(ops(), v1::ERROR_REASON_CREDENTIAL_INVALID);
  ExpectAll(lobby(), v1::ERROR_REASON_CREDENTIAL_INVALID);
  EXPECT_THAT(CreateWith(lobby(), ""), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID))
      << "a credential that is sent is checked, also where none is needed";
}

class DevTest : public RolesTest {
 protected:
  DevTest()
      : RolesTest([](rpc::ServerOptions& options) {
          options.api_key_file.clear();
          options.host.dev = true;
        }) {}
};

TEST_F(DevTest, CallersWithoutACredentialHaveEveryRole) {
  const auto allocated = Allocate("", Request({Uuid(1)}));
  ASSERT_THAT(allocated, IsOk());
  EXPECT_EQ(Allocate("", Request({Uuid(1)}))->SerializeAsString(), allocated->SerializeAsString());
  EXPECT_THAT(Info(""), IsOk());
  EXPECT_THAT(DrainIt(""), IsOk());
}

TEST_F(DevTest, OthersHaveNone) {
  ExpectAll(Create().seats[0], v1::ERROR_REASON_ROLE_REQUIRED);
  ExpectAll(ops(), v1::ERROR_REASON_CREDENTIAL_INVALID);
  // Nobody oversees a game by having no credential.
  const Table table = Create();
  EXPECT_THAT(AbandonWith("", table), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
}

TEST_F(DevTest, NeedsAnAddressOfThisMachineAlone) {
  rpc::ServerOptions options;
  options.host.dev = true;
  for (const std::string listen : {"0.0.0.0:0", "[::]:0"}) {
    options.listen = listen;
    const auto started = rpc::Server::Start(options, journal(), clock());
    ASSERT_FALSE(started.ok()) << listen;
    // A machine without IPv6 cannot listen there at all.
    if (started.status().code() == absl::StatusCode::kUnavailable) continue;
    EXPECT_EQ(started.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(started.status().message()), HasSubstr("--dev"));
  }
  options.listen = "localhost:0";
  EXPECT_TRUE(rpc::Server::Start(options, journal(), clock()).ok());
}

// --- The file ---

TEST_F(RolesTest, AChangedFileCountsWithoutARestart) {
  EXPECT_THAT(Info(ops()), IsOk());
  const std::string fresh = service::MakeApiKey();
  WriteKeys(service::ApiKeyLine(fresh, service::Role::kAdmin, "ops") + "\n");
  clock().Advance(absl::Seconds(1));
  EXPECT_THAT(Info(ops()), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_THAT(Allocate(lobby(), Request({""})), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_THAT(Info(fresh), IsOk());
}

TEST_F(RolesTest, AFileThatWentWrongLeavesTheKeysAsTheyWere) {
  WriteKeys("nonsense\n");
  clock().Advance(absl::Seconds(1));
  EXPECT_THAT(Info(ops()), IsOk());
  std::remove(key_file().c_str());
  clock().Advance(absl::Seconds(1));
  EXPECT_THAT(Allocate(lobby(), Request({""})), IsOk());
}

TEST_F(RolesTest, AServerWhoseFileIsWrongDoesNotStart) {
  rpc::ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.api_key_file = key_file();
  WriteKeys(AllKeys() + "nonsense\n");
  const auto started = rpc::Server::Start(options, journal(), clock());
  ASSERT_EQ(started.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(started.status().message()), HasSubstr("line 4"));
  EXPECT_THAT(std::string(started.status().message()), HasSubstr(key_file()));
}

// --- Keys and games ---

TEST_F(RolesTest, AKeyPlaysNoSeat) {
  const Table table = Create();
  v1::UndoRequest undo;
  undo.set_game_id(table.game_id);
  v1::ResignRequest resign;
  resign.set_game_id(table.game_id);
  for (const std::string& key : {lobby(), ops()}) {
    EXPECT_THAT(Call(&Stub::SubmitMove, key, MoveRequest(table, "b2")),
                Refused(v1::ERROR_REASON_ROLE_REQUIRED));
    EXPECT_THAT(Call(&Stub::Undo, key, undo), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
    EXPECT_THAT(Call(&Stub::Resign, key, resign), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
    const auto game = GetWith(key, table);
    EXPECT_THAT(game, IsOk());
    EXPECT_FALSE(game->has_seat());
  }
}

TEST_F(RolesTest, APrivateGameIsSeenByTheKeyThatCreatedItAndByOperators) {
  const auto created = CreateWith(lobby(), "visibility: VISIBILITY_PRIVATE");
  ASSERT_THAT(created, IsOk());
  const Table table = Seat(created.response);
  EXPECT_THAT(GetWith(lobby(), table), IsOk());
  EXPECT_THAT(GetWith(ops(), table), IsOk());
  EXPECT_THAT(GetWith(arena(), table), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  v1::WatchGameRequest watch;
  watch.set_game_id(table.game_id);
  EXPECT_EQ(Watch(watch, lobby())->NextTexts().front(), "game created");
  EXPECT_THAT(Watch(watch, arena())->End(), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(AbandonWith(arena(), table), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
}

TEST_F(RolesTest, OneRequestIdOfTwoKeysAndOfNobodyCreatesThreeGames) {
  std::set<std::string> games;
  for (const std::string& token : {lobby(), arena(), std::string()}) {
    const auto created = CreateWith(token, "", Uuid(1));
    ASSERT_THAT(created, IsOk());
    EXPECT_EQ(CreateWith(token, "", Uuid(1))->SerializeAsString(), created->SerializeAsString());
    games.insert(created->game().game_id());
  }
  EXPECT_EQ(games.size(), 3u);
}

TEST_F(RolesTest, TheKeyThatCreatedAGameMayCallItOffAtAnyTime) {
  const auto created = CreateWith(lobby(), "", Uuid(1));
  const Table table = Seat(created.response);
  Play(table, {"a1", "b2", "c3"});
  EXPECT_THAT(Abandon(table, 0), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(AbandonWith(arena(), table), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(AbandonWith(lobby(), table, Uuid(1)), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED))
      << "it is the id with which this key created the game";
  const auto called_off = AbandonWith(lobby(), table, Uuid(2));
  ASSERT_THAT(called_off, IsOk());
  EXPECT_EQ(called_off->cursor().status(), v1::GAME_STATUS_ABANDONED);
  ASSERT_EQ(called_off->events_size(), 2);
  EXPECT_EQ(called_off->events(0).actor(), "");
  EXPECT_EQ(called_off->events(0).game_finished().end_reason(), v1::END_REASON_ABANDONED);
  EXPECT_TRUE(called_off->events(1).has_game_final());
  EXPECT_EQ(AbandonWith(lobby(), table, Uuid(2))->SerializeAsString(),
            called_off->SerializeAsString());
  EXPECT_THAT(AbandonWith(lobby(), table, Uuid(3)), Refused(v1::ERROR_REASON_GAME_OVER));
}

TEST_F(RolesTest, AnOperatorMayCallOffAnyGame) {
  const Table table = Create("visibility: VISIBILITY_PRIVATE");
  Play(table, {"a1", "b2", "c3"});
  EXPECT_THAT(AbandonWith(ops(), table), IsOk());
  EXPECT_EQ(Get(table)->game().end_reason(), v1::END_REASON_ABANDONED);
}

TEST_F(RolesTest, AGameOfNobodyIsCalledOffByNoMatchmaker) {
  const Table table = Create();
  EXPECT_THAT(AbandonWith(lobby(), table), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
}

// --- AdminService ---

TEST_F(RolesTest, AnOperatorSeesHowBusyTheServerIs) {
  const Table table = Create();
  const auto watcher = Watch(table);
  WaitForWatchers(table, 1);
  clock().Advance(absl::Seconds(90));
  const auto info = Info(ops());
  ASSERT_THAT(info, IsOk());
  EXPECT_EQ(info->journal(), "manual");
  EXPECT_EQ(info->durability(), v1::DURABILITY_SYNCED);
  EXPECT_EQ(info->uptime().seconds(), 90);
  EXPECT_EQ(info->games(), 1);
  EXPECT_EQ(info->watchers(), 1);
  EXPECT_FALSE(info->draining());
}

TEST_F(RolesTest, ADrainedServerTakesNothingNewAndGoesOn) {
  const Table table = Create();
  const auto watcher = Watch(table);
  WaitForWatchers(table, 1);
  RawCaller raw(Connect());
  const std::string serving("\x08\x01");
  EXPECT_EQ(raw.Unary("/grpc.health.v1.Health/Check", "", "").bytes, serving);

  const auto drained = DrainIt(ops());
  ASSERT_THAT(drained, IsOk());
  EXPECT_EQ(drained->games(), 1);
  EXPECT_EQ(drained->watchers(), 1);
  EXPECT_THAT(watcher->End(), Refused(v1::ERROR_REASON_SERVER_DRAINING));
  EXPECT_NE(raw.Unary("/grpc.health.v1.Health/Check", "", "").bytes, serving);
  EXPECT_THAT(TryCreate(Config("")), Refused(v1::ERROR_REASON_SERVER_DRAINING));
  EXPECT_THAT(Allocate(lobby(), Request({""})), Refused(v1::ERROR_REASON_SERVER_DRAINING));
  Play(table, {"a1", "b2"});
  EXPECT_TRUE(Info(ops())->draining());
  EXPECT_THAT(DrainIt(ops()), IsOk()) << "again changes nothing";
  EXPECT_TRUE(server().Drain(absl::Seconds(10)));
}

}  // namespace
}  // namespace meeple::wire

// AdminService: what operators do about games and about the disk.

#include <unistd.h>

#include <filesystem>
#include <thread>

#include "tests/wire/server_with_keys.h"

namespace meeple::wire {
namespace {

class OperatorsTest : public ServerWithKeys {
 protected:
  OperatorsTest()
      : ServerWithKeys([](rpc::ServerOptions& options) {
          std::filesystem::create_directories(Backups());
          options.host.backup_directory = Backups();
        }) {}
  ~OperatorsTest() override { std::filesystem::remove_all(Backups()); }

  static std::string Backups() {
    return testing::TempDir() + "/meeple_wire_backups_" + std::to_string(getpid());
  }
};

TEST_F(OperatorsTest, AGameLeavesMemoryUnlessACallIsAtIt) {
  const Table table = Create();
  Play(table, {"b2"});
  journal().SetAutomatic(false);
  std::thread mover([&] { EXPECT_THAT(Move(table, 1, "a1"), IsOk()); });
  WaitUntil("the move is on its way", [&] { return journal().waiting() == 1; });
  EXPECT_THAT(Evict(ops(), table.game_id), Refused(v1::ERROR_REASON_GAME_IN_USE));
  journal().SetAutomatic(true);
  journal().AnswerNext(service::AppendOutcome::kDurable);
  mover.join();
  WaitUntil("the call is done with it", [&] { return Evict(ops(), table.game_id)->evicted(); });
  EXPECT_EQ(Info(ops())->games(), 0);
  const auto again = Evict(ops(), table.game_id);
  ASSERT_THAT(again, IsOk());
  EXPECT_FALSE(again->evicted());
  EXPECT_THAT(Move(table, 0, "c3"), IsOk());
  EXPECT_EQ(Info(ops())->games(), 1);
  EXPECT_THAT(Evict(ops(), "nosuchgame"), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
}

TEST_F(OperatorsTest, AGameThatLeftMemoryIsWatchedOn) {
  const Table table = Create();
  const auto watcher = Watch(table);
  EXPECT_EQ(watcher->NextTexts().size(), 2u);
  // What the watch itself reads may hold it for a moment.
  WaitUntil("it leaves", [&] { return Evict(ops(), table.game_id)->evicted(); });
  EXPECT_THAT(Move(table, 0, "b2"), IsOk());
  EXPECT_EQ(watcher->NextTexts(), std::vector<std::string>{"X plays X at (1,1)"});
}

TEST_F(OperatorsTest, AGameIsVerifiedWhileItIsPlayed) {
  const Table table = Create("visibility: VISIBILITY_PRIVATE");
  Play(table, {"b2", "a1"});
  const auto verified = Verify(ops(), table.game_id);
  ASSERT_THAT(verified, IsOk());
  EXPECT_EQ(verified->events(), 4);
  EXPECT_EQ(verified->difference(), "");
  EXPECT_THAT(Verify(ops(), "nosuchgame"), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
}

TEST_F(OperatorsTest, ABackupIsAFolderBelowTheDirectoryForThem) {
  const auto made = BackUp(ops(), "monday");
  ASSERT_THAT(made, IsOk());
  EXPECT_EQ(made->path(), Backups() + "/monday");
  EXPECT_GT(made->change(), 0u);
  EXPECT_TRUE(std::filesystem::is_directory(made->path()));
  EXPECT_THAT(BackUp(ops(), "monday"), Refused(v1::ERROR_REASON_BACKUP_EXISTS));
  EXPECT_THAT(BackUp(ops(), "tuesday"), IsOk());
  for (const std::string name : {"..", "../monday", "/tmp/monday", "a/b", ""}) {
    EXPECT_THAT(BackUp(ops(), name), RefusedField("name")) << name;
  }
}

TEST_F(OperatorsTest, WhatTheDiskRefusesIsTold) {
  std::filesystem::remove_all(Backups());
  const auto refused = BackUp(ops(), "monday");
  EXPECT_THAT(refused, Refused(v1::ERROR_REASON_BACKUP_FAILED));
  EXPECT_NE(refused.status.error_message(), "");
  std::filesystem::create_directories(Backups());
  EXPECT_THAT(BackUp(ops(), "monday"), IsOk()) << "and the next one is made";
}

TEST_F(OperatorsTest, ADrainedServerIsStillLookedAfter) {
  const Table table = Create();
  ASSERT_THAT(DrainIt(ops()), IsOk());
  EXPECT_THAT(Verify(ops(), table.game_id), IsOk());
  EXPECT_THAT(BackUp(ops(), "last"), IsOk());
}

}  // namespace
}  // namespace meeple::wire

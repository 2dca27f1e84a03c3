// The way on after damage: what stays, what is told, what is kept.

#include "service/journal/salvage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "service/journal/testing/stored_files.h"

namespace meeple::service {
namespace {

using testing::HasSubstr;

constexpr int kEventsSaved = 100;

class SalvageTest : public testing::Test {
 protected:
  void SetUp() override { MakeKilledJournal(path_, kGame, kEventsSaved); }

  void ExpectRefused(absl::StatusCode code, const std::string& words) {
    const auto before = Picture(path_);
    const auto salvage = Salvage::Examine(path_);
    EXPECT_EQ(salvage.status().code(), code) << salvage.status();
    EXPECT_THAT(salvage.status().message(), HasSubstr(absl::string_view(words)));
    EXPECT_EQ(Picture(path_), before);
  }
  // Runs it and returns how many events are left of the game, which goes on after them.
  int64_t SalvageAndServe() {
    const auto before = Picture(path_);
    {
      auto salvage = Salvage::Examine(path_);
      EXPECT_TRUE(salvage.ok()) << salvage.status();
      if (!salvage.ok()) return 0;
      EXPECT_EQ(Picture(path_), before) << "to look changes nothing";
      const absl::Status status = (*salvage)->Run(copy_);
      EXPECT_TRUE(status.ok()) << status;
    }
    const auto journal = RocksDbJournal::Open({.data_directory = path_});
    EXPECT_TRUE(journal.ok()) << journal.status();
    if (!journal.ok()) return 0;
    const auto records = (*journal)->Read(kGame, 0, kAll);
    const int64_t left = absl::IsNotFound(records.status()) ? 0 : std::ssize(*records);
    EXPECT_EQ(AppendAndWait(**journal, MakeCommit(kGame, left + 1, 1)), AppendOutcome::kDurable);
    return left;
  }

  TemporaryDirectory directory_;
  const std::string path_ = directory_ / "data";
  const std::string copy_ = directory_ / "copy";
};

TEST_F(SalvageTest, KeepsWhatCanBeReadAndACopyOfTheRest) {
  ChangeFile(LogPath(path_), [](std::string& bytes) { bytes[bytes.size() / 2] ^= 1; });
  const std::string log = std::filesystem::path(LogPath(path_)).filename();
  const std::string damaged = ReadFile(LogPath(path_));
  const std::string mark = ReadFile(path_ + "/COMMITTED");
  int64_t lost = 0;
  {
    const auto salvage = Salvage::Examine(path_);
    ASSERT_TRUE(salvage.ok()) << salvage.status();
    lost = static_cast<int64_t>(*(*salvage)->lost_changes());
    EXPECT_THAT((*salvage)->damage(), HasSubstr("the last " + std::to_string(lost)));
  }
  // Each commit here changes two keys: its event, and the game time.
  EXPECT_EQ(SalvageAndServe(), kEventsSaved - lost / 2);
  EXPECT_EQ(ReadFile(copy_ + "/journal/" + log), damaged);
  EXPECT_EQ(ReadFile(copy_ + "/COMMITTED"), mark);
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "nothing to salvage");
}

TEST_F(SalvageTest, LogThatIsGoneLeavesWhatTheTablesHold) {
  std::filesystem::remove(LogPath(path_));
  EXPECT_EQ(SalvageAndServe(), 0);
}

TEST_F(SalvageTest, LostOrDamagedMarkIsMadeAgain) {
  WriteFile(path_ + "/COMMITTED", "junk");
  {
    const auto salvage = Salvage::Examine(path_);
    ASSERT_TRUE(salvage.ok()) << salvage.status();
    EXPECT_EQ((*salvage)->lost_changes(), std::nullopt);
    EXPECT_THAT((*salvage)->damage(), HasSubstr("COMMITTED"));
  }
  std::filesystem::remove(path_ + "/COMMITTED");
  EXPECT_EQ(SalvageAndServe(), kEventsSaved);
}

TEST_F(SalvageTest, NothingIsDoneWithoutACopy) {
  ChangeFile(LogPath(path_), [](std::string& bytes) { bytes.resize(bytes.size() / 2); });
  std::filesystem::create_directory(copy_);
  const auto before = Picture(path_);
  {
    const auto salvage = Salvage::Examine(path_);
    ASSERT_TRUE(salvage.ok()) << salvage.status();
    EXPECT_EQ((*salvage)->Run(copy_).code(), absl::StatusCode::kAlreadyExists);
  }
  EXPECT_EQ(Picture(path_), before);
}

TEST_F(SalvageTest, WholeJournalIsRefused) {
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "nothing to salvage");
}

TEST_F(SalvageTest, DatabaseThatCannotBeOpenedIsRefused) {
  WriteFile(path_ + "/journal/CURRENT", "MANIFEST-999999\n");
  ExpectRefused(absl::StatusCode::kDataLoss, "backup");
}

TEST_F(SalvageTest, DirectoryInUseIsRefused) {
  const auto server = RocksDbJournal::Open({.data_directory = path_});
  ASSERT_TRUE(server.ok());
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "in use");
}

}  // namespace
}  // namespace meeple::service

// Backups: made while the journal is written to, and a server starts on them.

#include "service/journal/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <string>

#include "service/journal/directory_copy.h"
#include "service/journal/stored_journal.h"
#include "service/journal/testing/power_cut_file_system.h"
#include "service/journal/testing/stored_files.h"

namespace meeple::service {
namespace {

using testing::HasSubstr;

class BackupTest : public testing::Test {
 protected:
  void Open() {
    auto journal = RocksDbJournal::Open(
        {.data_directory = directory_ / "data",
         .on_failure = [](const std::string& reason) { ADD_FAILURE() << reason; },
         .file_system = files_});
    ASSERT_TRUE(journal.ok()) << journal.status();
    journal_ = *std::move(journal);
  }
  AppendOutcome Append(const std::string& game, int64_t first) {
    return AppendAndWait(*journal_, MakeCommit(game, first, 1));
  }

  TemporaryDirectory directory_;
  std::string target_ = directory_ / "backup";
  std::shared_ptr<PowerCutFileSystem> files_;
  std::unique_ptr<RocksDbJournal> journal_;
};

TEST_F(BackupTest, HoldsWhatWasAcknowledgedBeforeAndServes) {
  Open();
  for (int64_t sequence = 1; sequence <= 20; ++sequence) Append("before", sequence);
  const auto change = journal_->CreateBackup(target_);
  ASSERT_TRUE(change.ok()) << change.status();
  EXPECT_EQ(Append("after", 1), AppendOutcome::kDurable) << "the journal goes on";
  const std::string secret = journal_->secret();

  const auto restored = RocksDbJournal::Open({.data_directory = target_});
  ASSERT_TRUE(restored.ok()) << restored.status();
  EXPECT_EQ((*restored)->secret(), secret);
  EXPECT_EQ(ReadSequences(**restored, "before").size(), 20u);
  EXPECT_EQ((*restored)->Read("after", 0, 1).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(AppendAndWait(**restored, MakeCommit("before", 21, 1)), AppendOutcome::kDurable);
  EXPECT_EQ(ReadSequences(*journal_, "before").size(), 20u) << "they share nothing";
}

TEST_F(BackupTest, IsForTheOwnerOnly) {
  Open();
  ASSERT_TRUE(journal_->CreateBackup(target_).ok());
  EXPECT_EQ(std::filesystem::status(target_).permissions(), std::filesystem::perms::owner_all);
}

TEST_F(BackupTest, AppendsGoOnWhileOneIsMade) {
  Open();
  constexpr int kBackups = 5;
  Answers answers;
  for (int round = 0; round < kBackups; ++round) {
    for (int game = 0; game < 50; ++game) {
      journal_->Append(MakeCommit("game" + std::to_string(game), round + 1, 1), answers.Expect());
    }
    ASSERT_TRUE(journal_->CreateBackup(target_ + std::to_string(round)).ok());
  }
  EXPECT_THAT(answers.Wait(), testing::Each(AppendOutcome::kDurable));
  for (int round = 0; round < kBackups; ++round) {
    const auto backup = StoredJournal::Open(target_ + std::to_string(round));
    ASSERT_TRUE(backup.ok()) << backup.status();
    EXPECT_TRUE((*backup)->CheckWhole().ok());
  }
}

TEST_F(BackupTest, WhatIsThereIsNotTouched) {
  Open();
  std::filesystem::create_directory(target_);
  const auto change = journal_->CreateBackup(target_ + "/");
  EXPECT_EQ(change.status().code(), absl::StatusCode::kAlreadyExists) << change.status();
  std::filesystem::remove(target_);
  std::filesystem::create_directory(target_ + ".partial");
  EXPECT_EQ(journal_->CreateBackup(target_).status().code(), absl::StatusCode::kUnavailable)
      << "one that was cut off is no backup";
  EXPECT_TRUE(std::filesystem::exists(target_ + ".partial"));
}

TEST_F(BackupTest, NothingIsLeftOfOneThatFails) {
  files_ = std::make_shared<PowerCutFileSystem>();
  Open();
  Append("game", 1);
  files_->FillDisk("backup.partial/COMMITTED");
  EXPECT_EQ(journal_->CreateBackup(target_).status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(std::filesystem::exists(target_));
  EXPECT_FALSE(std::filesystem::exists(target_ + ".partial"));
  EXPECT_EQ(journal_->CreateBackup(directory_ / "no/such/folder").status().code(),
            absl::StatusCode::kUnavailable);
  EXPECT_EQ(Append("game", 2), AppendOutcome::kDurable) << "the journal does not mind";
}

// --- Copies ---

TEST_F(BackupTest, CopyIsEqualAndItsOwn) {
  MakeKilledJournal(directory_ / "data", "game", 10);
  uint64_t told = 0;
  ASSERT_TRUE(CopyDirectoryDurably(directory_ / "data", target_, [&](uint64_t bytes) {
                told = bytes;
              }).ok());
  EXPECT_EQ(told, *BytesBelow(target_));
  EXPECT_EQ(told, *BytesBelow(directory_ / "data"));
  for (const auto& entry : std::filesystem::directory_iterator(target_ + "/journal")) {
    EXPECT_EQ(ReadFile(entry.path()),
              ReadFile((directory_ / "data/journal/") + entry.path().filename().string()));
    EXPECT_EQ(entry.hard_link_count(), 1u);
  }
}

TEST_F(BackupTest, CopyIntoItselfIsRefused) {
  const std::string data = directory_ / "data";
  std::filesystem::create_directory(data);
  for (const std::string& inside : {data + "/copy", data + "/../data/a/b"}) {
    const absl::Status status = CopyDirectoryDurably(data, inside);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  }
  EXPECT_TRUE(CopyDirectoryDurably(data, data + "2").ok());
}

}  // namespace
}  // namespace meeple::service

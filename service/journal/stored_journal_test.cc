// Looking at a journal: what is read, what is refused, and that nothing is written.

#include "service/journal/stored_journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "service/journal/testing/journal_contract.h"
#include "service/journal/testing/stored_files.h"

namespace meeple::service {
namespace {

using testing::HasSubstr;

constexpr int kEventsStored = 50;

class StoredJournalTest : public testing::Test {
 protected:
  void ExpectRefused(absl::StatusCode code, const std::string& words) {
    const auto journal = StoredJournal::Open(path_);
    EXPECT_EQ(journal.status().code(), code) << journal.status();
    EXPECT_THAT(journal.status().message(), HasSubstr(absl::string_view(words)));
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_ / "data";
};

TEST_F(StoredJournalTest, ReadsWithoutATrace) {
  MakeKilledJournal(path_, kGame, kEventsStored);
  const auto before = Picture(path_);
  {
    const auto journal = StoredJournal::Open(path_);
    ASSERT_TRUE(journal.ok()) << journal.status();
    EXPECT_TRUE((*journal)->CheckWhole().ok());
    EXPECT_EQ((*journal)->reader().Read(kGame, 0, kAll)->size(),
              static_cast<size_t>(kEventsStored));
    EXPECT_EQ((*journal)->database().last_change(), *(*journal)->committed());
    EXPECT_EQ((*journal)->database().format_version(), 4);
    EXPECT_EQ((*journal)->database().secret(), "") << "nobody who looks needs it";
  }
  EXPECT_EQ(Picture(path_), before);
}

TEST_F(StoredJournalTest, ReadersShareTheDirectoryAndKeepServersOut) {
  MakeKilledJournal(path_, kGame, 1);
  auto first = StoredJournal::Open(path_);
  const auto second = StoredJournal::Open(path_);
  EXPECT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(RocksDbJournal::Open({.data_directory = path_}).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(StoredJournalTest, DirectoryOfARunningServerIsRefused) {
  const auto server = RocksDbJournal::Open({.data_directory = path_});
  ASSERT_TRUE(server.ok());
  ExpectRefused(absl::StatusCode::kFailedPrecondition, "in use by another server");
}

TEST_F(StoredJournalTest, DamagedEndIsReadUpToThere) {
  MakeKilledJournal(path_, kGame, kEventsStored);
  ChangeFile(LogPath(path_), [](std::string& bytes) { bytes[bytes.size() / 2] ^= 1; });
  const auto journal = StoredJournal::Open(path_);
  ASSERT_TRUE(journal.ok()) << journal.status();
  EXPECT_THAT((*journal)->CheckWhole().message(), HasSubstr("are missing"));
  const auto records = (*journal)->reader().Read(kGame, 0, kAll);
  ASSERT_TRUE(records.ok());
  EXPECT_GT(std::ssize(*records), 0);
  EXPECT_LT(std::ssize(*records), kEventsStored);
}

TEST_F(StoredJournalTest, LostMarkIsToldAndNoObstacle) {
  MakeKilledJournal(path_, kGame, 1);
  std::filesystem::remove(path_ + "/COMMITTED");
  const auto journal = StoredJournal::Open(path_);
  ASSERT_TRUE(journal.ok()) << journal.status();
  EXPECT_EQ((*journal)->CheckWhole().code(), absl::StatusCode::kDataLoss);
}

TEST_F(StoredJournalTest, WhatIsNoDataDirectoryIsRefusedAndNotMade) {
  ExpectRefused(absl::StatusCode::kNotFound, "does not exist");
  EXPECT_FALSE(std::filesystem::exists(path_));
  std::filesystem::create_directory(path_);
  ExpectRefused(absl::StatusCode::kNotFound, "holds no journal");
  path_ += "/file";
  WriteFile(path_, "text");
  ExpectRefused(absl::StatusCode::kInvalidArgument, "name a directory");
  path_ = "";
  ExpectRefused(absl::StatusCode::kInvalidArgument, "no name");
}

}  // namespace
}  // namespace meeple::service

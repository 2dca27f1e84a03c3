// What the journal does when the disk fails under it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "service/base/mutex.h"
#include "service/base/worker_pool.h"
#include "service/journal/rocksdb_journal.h"
#include "service/journal/testing/journal_contract.h"
#include "service/journal/testing/power_cut_file_system.h"
#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RocksDbJournalFailureTest : public testing::Test {
 protected:
  void Open() {
    auto journal = RocksDbJournal::Open({.data_directory = directory_ / "data",
                                         .on_failure =
                                             [this](const std::string& reason) {
                                               MutexLock lock(mutex_);
                                               reasons_.push_back(reason);
                                               changed_.NotifyAll();
                                             },
                                         .answers_on = answers_on_,
                                         .file_system = files_});
    ASSERT_TRUE(journal.ok()) << journal.status();
    journal_ = *std::move(journal);
  }
  AppendOutcome Append(const std::string& game, int64_t first, int count = 1) {
    return AppendAndWait(*journal_, MakeCommit(game, first, count));
  }
  std::vector<std::string> WaitForReasons() {
    MutexLock lock(mutex_);
    while (reasons_.empty()) changed_.Wait(mutex_);
    return reasons_;
  }
  std::vector<std::string> reasons() {
    MutexLock lock(mutex_);
    return reasons_;
  }
  // What is wrong with the disk stays so for this journal, whatever the disk does then.
  void ExpectFailedForGood(const std::string& reason) {
    EXPECT_THAT(WaitForReasons(), ElementsAre(HasSubstr(reason)));
    files_->Heal();
    const int syncs = files_->syncs();
    EXPECT_EQ(Append("later", 1), AppendOutcome::kUnknown);
    EXPECT_EQ(Append("later", 1), AppendOutcome::kUnknown);
    EXPECT_EQ(files_->syncs(), syncs) << "nothing is tried again";
    EXPECT_EQ(ReadSequences(*journal_, "good"), (Sequences{1, 2})) << "what was kept can be read";
    EXPECT_THAT(reasons(), ElementsAre(HasSubstr(reason))) << "said once";
  }
  void ExpectGoodGameAfterARestart() {
    journal_.reset();
    files_ = std::make_shared<PowerCutFileSystem>();
    Open();
    EXPECT_EQ(ReadSequences(*journal_, "good"), (Sequences{1, 2}));
    EXPECT_EQ(Append("good", 3), AppendOutcome::kDurable);
    EXPECT_EQ(journal_->Read("later", 0, 1).status().code(), absl::StatusCode::kNotFound);
  }

  TemporaryDirectory directory_;
  std::shared_ptr<PowerCutFileSystem> files_ = std::make_shared<PowerCutFileSystem>();
  WorkerPool threads_{2};
  Executor* answers_on_ = &threads_;
  Mutex mutex_;
  CondVar changed_;
  std::vector<std::string> reasons_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<RocksDbJournal> journal_;
};

TEST_F(RocksDbJournalFailureTest, FailedSyncEndsIt) {
  Open();
  ASSERT_EQ(Append("good", 1, 2), AppendOutcome::kDurable);
  files_->FailSyncs(".log");
  EXPECT_EQ(Append("bad", 1), AppendOutcome::kUnknown);
  ExpectFailedForGood("sync failed");
  ExpectGoodGameAfterARestart();
}

TEST_F(RocksDbJournalFailureTest, FullDiskEndsIt) {
  Open();
  ASSERT_EQ(Append("good", 1, 2), AppendOutcome::kDurable);
  files_->FillDisk(".log");
  EXPECT_EQ(Append("bad", 1), AppendOutcome::kUnknown);
  ExpectFailedForGood("disk is full");
  ExpectGoodGameAfterARestart();
  EXPECT_EQ(journal_->Read("bad", 0, 1).status().code(), absl::StatusCode::kNotFound);
}

// The database has the entry: only the mark is missing.
TEST_F(RocksDbJournalFailureTest, EntryOfAFeedWhoseMarkCannotBeWrittenIsNotShown) {
  auto append = [&](const std::string& game) {
    Commit commit = MakeCommit(game, 1, 1);
    commit.feed_entries = {{.feed = "lobby", .value = std::make_shared<const std::string>(game)}};
    return AppendAndWait(*journal_, std::move(commit));
  };
  Open();
  ASSERT_EQ(append("good"), AppendOutcome::kDurable);
  journal_.reset();
  Open();  // so that this server has announced nothing of the feed yet
  files_->FillDisk("COMMITTED");
  ASSERT_EQ(append("bad"), AppendOutcome::kUnknown);
  EXPECT_EQ(*journal_->ReadFeedBounds("lobby"), (FeedBounds{.floor = 0, .head = 1}));
  EXPECT_EQ(journal_->ReadFeed("lobby", 0, {.entries = 10})->size(), 1u);
  EXPECT_THAT(*journal_->ReadFeed("lobby", 1, {.entries = 10}), IsEmpty());
}

TEST_F(RocksDbJournalFailureTest, MarkThatCannotBeWrittenEndsIt) {
  Open();
  ASSERT_EQ(Append("good", 1, 2), AppendOutcome::kDurable);
  files_->FillDisk("COMMITTED");
  EXPECT_EQ(Append("bad", 1), AppendOutcome::kUnknown) << "nobody is told before the mark says so";
  ExpectFailedForGood("COMMITTED");
  ExpectGoodGameAfterARestart();
}

// Nobody waits for this one: it happens while a table is written, between appends.
TEST_F(RocksDbJournalFailureTest, DiskThatFillsInTheBackgroundEndsIt) {
  Open();
  ASSERT_EQ(Append("good", 1, 2), AppendOutcome::kDurable);
  files_->FillDisk(".sst");
  const std::string megabyte(1 << 20, 'x');
  for (int64_t sequence = 1; reasons().empty() && sequence < 100; ++sequence) {
    Commit commit = MakeCommit("heavy", sequence, 1);
    commit.summary = megabyte;
    AppendAndWait(*journal_, std::move(commit));
  }
  ExpectFailedForGood("disk is full");
  ExpectGoodGameAfterARestart();
}

TEST_F(RocksDbJournalFailureTest, EverythingThatWaitsIsAnsweredUnknown) {
  Open();
  ASSERT_EQ(Append("good", 1, 2), AppendOutcome::kDurable);
  files_->FailSyncs(".log");
  Answers answers;
  for (int game = 0; game < 100; ++game) {
    journal_->Append(MakeCommit(std::to_string(game), 1, 1), answers.Expect());
  }
  EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kUnknown));
  ExpectFailedForGood("sync failed");
}

TEST_F(RocksDbJournalFailureTest, NothingIsReportedWhereNothingFails) {
  Open();
  Append("good", 1, 2);
  Append("good", 7);
  journal_.reset();
  EXPECT_THAT(reasons(), IsEmpty());
}

// What waits is one group, and a group is one sync.
TEST_F(RocksDbJournalFailureTest, WhatWaitsSharesASync) {
  answers_on_ = nullptr;
  Open();
  ASSERT_EQ(Append("first", 1), AppendOutcome::kDurable)
      << "and the directory of the log is synced";
  Gate gate;
  journal_->Append(MakeCommit("first", 2, 1), gate.Hold());
  gate.WaitUntilHeld();
  const int before = files_->syncs();
  Answers answers;
  for (int game = 0; game < 100; ++game) {
    journal_->Append(MakeCommit(std::to_string(game), 1, 1), answers.Expect());
  }
  gate.Open();
  EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kDurable));
  EXPECT_EQ(files_->syncs() - before, 1);
}

}  // namespace
}  // namespace meeple::service

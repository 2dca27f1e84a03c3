// A damaged block in a table: the games in it are lost, the others are served.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rocksdb/metadata.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "meeple/storage/v1/summary.pb.h"
#include "service/base/mutex.h"
#include "service/journal/stored_journal.h"
#include "service/journal/testing/stored_files.h"

namespace meeple::service {
namespace {

constexpr int kGamesStored = 200;

std::string Id(int game) { return "game" + std::to_string(1000 + game); }

// What a session would write: a summary counts the events.
Commit WithSummary(Commit commit) {
  storage::v1::GameSummary summary;
  summary.set_sequence(commit.records.back()->sequence);
  commit.summary = summary.SerializeAsString();
  return commit;
}

class TableDamageTest : public testing::Test {
 protected:
  void Open() {
    auto journal = RocksDbJournal::Open(
        {.data_directory = path_, .on_failure = [this](const std::string& reason) {
           MutexLock lock(mutex_);
           failure_ = reason;
         }});
    ASSERT_TRUE(journal.ok()) << journal.status();
    journal_ = *std::move(journal);
  }
  // Games of a kilobyte each, so that a block holds a few of them.
  void MakeTables() {
    Open();
    std::mt19937 random(1);
    Answers answers;
    for (int game = 0; game < kGamesStored; ++game) {
      Commit commit = MakeCommit(Id(game), 1, 1);
      JournalRecord record = *commit.records.front();
      for (int i = 0; i < 1000; ++i) record.secret.push_back(static_cast<char>(random()));
      commit.records.front() = std::make_shared<JournalRecord>(std::move(record));
      journal_->Append(WithSummary(std::move(commit)), answers.Expect());
    }
    answers.Wait();
    journal_.reset();
  }
  std::vector<std::string> DamagedGames() {
    std::vector<std::string> damaged;
    for (int game = 0; game < kGamesStored; ++game) {
      const auto records = journal_->Read(Id(game), 0, kAll);
      if (records.ok()) continue;
      EXPECT_EQ(records.status().code(), absl::StatusCode::kDataLoss) << records.status();
      damaged.push_back(Id(game));
    }
    return damaged;
  }

  void DamageABlock() {
    ChangeFile(LargestTablePath(path_), [](std::string& bytes) { bytes[bytes.size() / 2] ^= 1; });
  }
  std::string failure() {
    MutexLock lock(mutex_);
    return failure_;
  }

  TemporaryDirectory directory_;
  const std::string path_ = directory_ / "data";
  Mutex mutex_;
  std::string failure_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<RocksDbJournal> journal_;
};

TEST_F(TableDamageTest, OnlyTheGamesInTheBlockAreLost) {
  MakeTables();
  DamageABlock();
  Open();
  const std::vector<std::string> damaged = DamagedGames();
  EXPECT_GE(damaged.size(), 1u);
  EXPECT_LE(damaged.size(), 10u);
  for (int game = 0; game < kGamesStored; ++game) {
    const bool lost = std::ranges::find(damaged, Id(game)) != damaged.end();
    EXPECT_EQ(AppendAndWait(*journal_, MakeCommit(Id(game), 2, 1)),
              lost ? AppendOutcome::kUnknown : AppendOutcome::kDurable)
        << Id(game);
  }
  journal_.reset();
  Open();
  EXPECT_EQ(DamagedGames(), damaged) << "and a restart changes nothing about it";
}

TEST_F(TableDamageTest, DamageUnderAnOpenJournalIsNoOther) {
  MakeTables();
  Open();
  DamageABlock();
  const std::vector<std::string> damaged = DamagedGames();
  EXPECT_GE(damaged.size(), 1u);
  EXPECT_LE(damaged.size(), 10u);
  EXPECT_EQ(failure(), "") << "others are served";
}

// Each start leaves a table: three of them whose keys lie among each other.
class ManyTablesTest : public TableDamageTest {
 protected:
  void MakeTables() {
    for (int table = 0; table < kTables; ++table) {
      Open();
      for (int game = table; game < kGames; game += kTables) {
        ASSERT_EQ(AppendAndWait(*journal_, WithSummary(MakeCommit(Id(game), 1, 3))),
                  AppendOutcome::kDurable);
      }
      // One that has events in all of them.
      ASSERT_EQ(AppendAndWait(*journal_, WithSummary(MakeCommit("all", table + 1, 1))),
                AppendOutcome::kDurable);
      journal_.reset();
    }
  }
  // The first block of the table with the games of the last start.
  void DamageLastTable() {
    std::vector<rocksdb::LiveFileMetaData> files;
    (*StoredJournal::Open(path_))->database().db().GetLiveFilesMetaData(&files);
    std::erase_if(files, [](const auto& file) { return file.column_family_name != "events"; });
    ASSERT_EQ(files.size(), size_t{kTables});
    const auto newest =
        std::ranges::max_element(files, {}, &rocksdb::LiveFileMetaData::file_number);
    ChangeFile(path_ + "/journal" + newest->name, [](std::string& bytes) { bytes[100] ^= 1; });
  }

  static constexpr int kTables = 3;
  static constexpr int kGames = 60;
};

TEST_F(ManyTablesTest, DamageInOneTableIsNoneOfTheGamesInOthers) {
  MakeTables();
  DamageLastTable();
  Open();
  int lost = 0;
  for (int game = 0; game < kGames; ++game) {
    const auto records = journal_->Read(Id(game), 0, kAll);
    if (game % kTables == kTables - 1 && !records.ok()) {
      EXPECT_EQ(records.status().code(), absl::StatusCode::kDataLoss) << Id(game);
      ++lost;
      continue;
    }
    EXPECT_EQ(ReadSequences(*journal_, Id(game)), (Sequences{1, 2, 3})) << records.status();
    EXPECT_EQ(journal_->Read(Id(game), 1, 1)->front()->sequence, 2);
    EXPECT_EQ(AppendAndWait(*journal_, WithSummary(MakeCommit(Id(game), 4, 1))),
              AppendOutcome::kDurable);
    EXPECT_EQ(ReadSequences(*journal_, Id(game)), (Sequences{1, 2, 3, 4}));
  }
  EXPECT_GE(lost, 2);
  EXPECT_EQ(journal_->Read("all", 0, kAll).status().code(), absl::StatusCode::kDataLoss)
      << "its last event is in the first block of the damaged one";
  EXPECT_EQ(journal_->Read("nowhere", 0, kAll).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(AppendAndWait(*journal_, WithSummary(MakeCommit("new", 1, 1))),
            AppendOutcome::kDurable);
}

// A feed is written to by all games: none may go on as if it were whole.
TEST_F(TableDamageTest, ADamagedFeedEndsTheJournalAndSaysSo) {
  Open();
  Commit first = MakeCommit(Id(1), 1, 1);
  first.feed_entries = {{.feed = "lobby", .value = std::make_shared<std::string>(1 << 20, 'x')}};
  Commit second = MakeCommit(Id(2), 1, 1);
  second.feed_entries = {{.feed = "lobby", .value = std::make_shared<std::string>("y")}};
  ASSERT_EQ(AppendAndWait(*journal_, first), AppendOutcome::kDurable);
  for (int start = 0; start < 2; ++start) {
    journal_.reset();
    Open();  // what the log holds comes into tables
  }
  journal_.reset();
  DamageABlock();
  Open();
  EXPECT_EQ(AppendAndWait(*journal_, MakeCommit(Id(1), 2, 1)), AppendOutcome::kDurable)
      << "what adds nothing to it goes on";
  EXPECT_EQ(AppendAndWait(*journal_, second), AppendOutcome::kUnknown);
  journal_.reset();
  EXPECT_THAT(failure(), testing::HasSubstr("reading the feed 'lobby'"));
  Open();
  EXPECT_EQ(ReadSequences(*journal_, Id(1)), (Sequences{1, 2}));
  EXPECT_FALSE(journal_->Read(Id(2), 0, kAll).ok()) << "and nothing of the commit was kept";
}

// What follows: once tables are merged, which each start brings nearer, the journal ends.
TEST_F(TableDamageTest, MergeThatNeedsTheBlockEndsIt) {
  MakeTables();
  DamageABlock();
  const std::string game = Id(0);
  int64_t sequence = 1;
  for (int start = 0; start < 20 && failure().empty(); ++start) {
    Open();
    for (int i = 0; i < 50 && failure().empty(); ++i) {
      if (AppendAndWait(*journal_, MakeCommit(game, sequence + 1, 1)) == AppendOutcome::kDurable) {
        ++sequence;
      }
    }
    journal_.reset();
  }
  EXPECT_THAT(failure(), testing::HasSubstr("Corruption"));
  Open();
  EXPECT_EQ(ReadSequences(*journal_, game).size(), static_cast<size_t>(sequence))
      << "nothing that was acknowledged is lost by it";
}

}  // namespace
}  // namespace meeple::service

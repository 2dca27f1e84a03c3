// Which directories are opened, and what is said of those that are not. A directory that is refused
// stays as it is, to the byte.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "service/journal/committed_mark.h"
#include "service/journal/rocksdb_journal.h"
#include "service/journal/testing/journal_contract.h"
#include "service/journal/testing/stored_files.h"
#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {
namespace {

using testing::HasSubstr;

constexpr int kEventsWritten = 200;
constexpr uid_t kNobody = 65534;

mode_t ModeOf(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

// Runs `run` in a process that ends without a trace, and returns what it returned.
int InAnotherProcess(const std::function<int()>& run) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(run());
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class RocksDbJournalOpeningTest : public testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<RocksDbJournal>> Open() {
    return RocksDbJournal::Open({.data_directory = path_});
  }
  void ExpectOpens(int64_t least_events, int64_t most_events) {
    const auto journal = Open();
    ASSERT_TRUE(journal.ok()) << journal.status();
    const Sequences sequences = ReadSequences(**journal, kGame);
    EXPECT_GE(std::ssize(sequences), least_events);
    EXPECT_LE(std::ssize(sequences), most_events);
  }
  // Refused, twice, and nothing has changed.
  void ExpectRefused(absl::StatusCode code, const std::vector<std::string>& words) {
    const bool is_directory = std::filesystem::is_directory(path_);
    const auto before = is_directory ? Picture(path_) : std::map<std::string, std::string>();
    for (int time = 0; time < 2; ++time) {
      const auto journal = Open();
      ASSERT_EQ(journal.status().code(), code) << journal.status();
      for (const std::string& word : words) {
        EXPECT_THAT(journal.status().message(), HasSubstr(absl::string_view(word)));
      }
    }
    if (is_directory) {
      EXPECT_EQ(Picture(path_), before);
    }
  }

  void MakeKilledJournal() { service::MakeKilledJournal(path_, kGame, kEventsWritten); }
  void MakeCleanJournal() { ASSERT_TRUE(Open().ok()); }

  std::string LogPath() const { return service::LogPath(path_); }
  void ChangeLog(const std::function<void(std::string& bytes)>& change) {
    ChangeFile(LogPath(), change);
  }

  // Makes the data directory that of a user with no rights, who can reach it.
  void GiveToNobody(mode_t mode) {
    ::chmod((directory_ / "").c_str(), 0755);
    if (::geteuid() == 0) {
      ASSERT_EQ(::chown(path_.c_str(), kNobody, kNobody), 0);
      for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
        ASSERT_EQ(::chown(entry.path().c_str(), kNobody, kNobody), 0);
      }
    }
    ::chmod(path_.c_str(), mode);
  }
  // The code of the status.
  int OpenAsNobody() {
    return InAnotherProcess([this] {
      if (::geteuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) return -1;
      return static_cast<int>(Open().status().code());
    });
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_ / "data";
};

// --- Fresh directories ---

TEST_F(RocksDbJournalOpeningTest, MakesTheDirectoryWithItsParentsForTheOwnerOnly) {
  path_ = directory_ / "a/b/data";
  MakeCleanJournal();
  for (const char* made : {"a", "a/b", "a/b/data"}) EXPECT_EQ(ModeOf(directory_ / made), 0700u);
}

TEST_F(RocksDbJournalOpeningTest, ClosesAnEmptyDirectoryToOthers) {
  std::filesystem::create_directories(path_ + "/lost+found");
  ::chmod(path_.c_str(), 0755);
  EXPECT_TRUE(Open().ok());
  EXPECT_EQ(ModeOf(path_), 0700u);
}

TEST_F(RocksDbJournalOpeningTest, BeginsAgainWhereAFirstStartWasCutOff) {
  MakeCleanJournal();
  std::filesystem::rename(path_ + "/journal", path_ + "/journal.new");
  std::filesystem::resize_file(path_ + "/journal.new/CURRENT", 3);
  EXPECT_TRUE(Open().ok());
  std::filesystem::create_directory(path_ + "/journal.new");
  EXPECT_TRUE(Open().ok()) << "a journal is there: what lies beside it does not matter";
}

// --- Not ours ---

TEST_F(RocksDbJournalOpeningTest, FileIsRefused) {
  WriteFile(path_, "text");
  ExpectRefused(absl::StatusCode::kInvalidArgument, {path_, "file", "name a directory"});
  EXPECT_EQ(ReadFile(path_), "text");
  path_ += "/below";
  ExpectRefused(absl::StatusCode::kInvalidArgument, {path_, "file", "name a directory"});
}

TEST_F(RocksDbJournalOpeningTest, NoNameIsRefused) {
  path_ = "";
  ExpectRefused(absl::StatusCode::kInvalidArgument, {"no name"});
}

TEST_F(RocksDbJournalOpeningTest, DirectoryWithOtherThingsIsRefused) {
  std::filesystem::create_directory(path_);
  ::chmod(path_.c_str(), 0755);
  WriteFile(path_ + "/thesis.txt", "text");
  ExpectRefused(absl::StatusCode::kInvalidArgument, {path_, "thesis.txt", "empty directory"});
}

TEST_F(RocksDbJournalOpeningTest, DatabaseOfSomebodyElseIsRefused) {
  MakeCleanJournal();
  std::filesystem::remove_all(path_ + "/journal");
  rocksdb::DB* db = nullptr;
  rocksdb::Options options;
  options.create_if_missing = true;
  ASSERT_TRUE(rocksdb::DB::Open(options, path_ + "/journal", &db).ok());
  delete db;
  ExpectRefused(absl::StatusCode::kInvalidArgument, {path_, "not a journal of Meeple"});
}

// --- No room ---

// A file size limit stands for a full disk; the packaged RocksDB would end the process there.
TEST_F(RocksDbJournalOpeningTest, DiskWithoutRoomIsRefusedAndWithRoomAllIsThere) {
  MakeKilledJournal();
  const auto before = Picture(path_);
  const auto open_without_room = [this] {
    const rlimit none = {.rlim_cur = 1000, .rlim_max = RLIM_INFINITY};
    if (::signal(SIGXFSZ, SIG_IGN) == SIG_ERR || ::setrlimit(RLIMIT_FSIZE, &none) != 0) return -1;
    return static_cast<int>(Open().status().code());
  };
  const int exhausted = static_cast<int>(absl::StatusCode::kResourceExhausted);
  for (int time = 0; time < 2; ++time) EXPECT_EQ(InAnotherProcess(open_without_room), exhausted);
  EXPECT_EQ(Picture(path_), before);
  ExpectOpens(kEventsWritten, kEventsWritten);
}

// --- Who may ---

TEST_F(RocksDbJournalOpeningTest, JournalThatIsOpenToEverybodyIsRefused) {
  MakeCleanJournal();
  ::chmod(path_.c_str(), 0755);
  ExpectRefused(absl::StatusCode::kPermissionDenied, {path_, "chmod o-rwx"});
  ::chmod(path_.c_str(), 0770);
  EXPECT_TRUE(Open().ok()) << "a group is somebody's decision";
}

// Root may do anything, so that it is somebody else who tries.
TEST_F(RocksDbJournalOpeningTest, DirectoryThatCannotBeUsedIsRefused) {
  MakeCleanJournal();
  for (const mode_t mode : {0500, 0400, 0000}) {
    GiveToNobody(mode);
    const auto before = Picture(path_);
    EXPECT_EQ(OpenAsNobody(), static_cast<int>(absl::StatusCode::kPermissionDenied)) << mode;
    EXPECT_EQ(Picture(path_), before);
  }
  GiveToNobody(0700);
  EXPECT_EQ(OpenAsNobody(), 0);
}

TEST_F(RocksDbJournalOpeningTest, DirectoryThatCannotBeMadeIsRefused) {
  std::filesystem::create_directory(path_);
  GiveToNobody(0500);
  path_ += "/below";
  EXPECT_EQ(OpenAsNobody(), static_cast<int>(absl::StatusCode::kPermissionDenied));
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(RocksDbJournalOpeningTest, SecondJournalOnTheDirectoryIsRefused) {
  const auto first = Open();
  ASSERT_TRUE(first.ok());
  AppendAndWait(**first, MakeCommit(kGame, 1, 1));
  ExpectRefused(absl::StatusCode::kFailedPrecondition, {path_, "another server"});
  EXPECT_EQ(InAnotherProcess([this] { return static_cast<int>(Open().status().code()); }),
            static_cast<int>(absl::StatusCode::kFailedPrecondition));
  EXPECT_EQ(AppendAndWait(**first, MakeCommit(kGame, 2, 1)), AppendOutcome::kDurable);
}

TEST_F(RocksDbJournalOpeningTest, DirectoryOfAProcessThatEndedIsFree) {
  // Neither destructors nor exit handlers: what is held ends with the process alone.
  EXPECT_EQ(InAnotherProcess([this] {
              auto* const journal = new absl::StatusOr<std::unique_ptr<RocksDbJournal>>(Open());
              return static_cast<int>(AppendAndWait(***journal, MakeCommit(kGame, 1, 1)));
            }),
            static_cast<int>(AppendOutcome::kDurable));
  ExpectOpens(1, 1);
}

// --- Other formats ---

TEST_F(RocksDbJournalOpeningTest, NewerFormatIsRefused) {
  MakeCleanJournal();
  {
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    for (const char* name :
         {"default", "events", "summaries", "agenda", "lists", "scores", "feeds", "metadata"}) {
      families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    }
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    rocksdb::DB* db = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open({}, path_ + "/journal", families, &handles, &db).ok());
    rocksdb::ColumnFamilyHandle* newer = nullptr;
    ASSERT_TRUE(db->CreateColumnFamily({}, "tournaments", &newer).ok());
    ASSERT_TRUE(db->Put({}, handles.back(), "format_version", "5").ok());
    handles.push_back(newer);
    for (rocksdb::ColumnFamilyHandle* handle : handles) db->DestroyColumnFamilyHandle(handle);
    delete db;
  }
  ExpectRefused(absl::StatusCode::kFailedPrecondition, {path_, "format 5", "newer release"});
}

// --- Damage ---

TEST_F(RocksDbJournalOpeningTest, KilledProcessLosesNothing) {
  MakeKilledJournal();
  ExpectOpens(kEventsWritten, kEventsWritten);
  ExpectOpens(kEventsWritten, kEventsWritten);
}

TEST_F(RocksDbJournalOpeningTest, TornEndThatNobodyWasToldOfIsCutOff) {
  MakeKilledJournal();
  ChangeLog([](std::string& bytes) { bytes += "the beginning of a record"; });
  ExpectOpens(kEventsWritten, kEventsWritten);
}

TEST_F(RocksDbJournalOpeningTest, MarkOfAnEarlierTimeAsksForLess) {
  MakeKilledJournal();
  ASSERT_TRUE(CommittedMark::Create(*rocksdb::FileSystem::Default(), path_ + "/COMMITTED", 5).ok());
  ChangeLog([](std::string& bytes) { bytes.resize(bytes.size() - 1); });
  ExpectOpens(kEventsWritten - 1, kEventsWritten - 1);
}

struct DamageRow {
  const char* name;
  std::function<void(std::string& bytes)> change;
};

TEST_F(RocksDbJournalOpeningTest, DamagedLogIsRefused) {
  MakeKilledJournal();
  const std::string path = LogPath();
  const std::string whole = ReadFile(path);
  for (const DamageRow& row : std::vector<DamageRow>{
           {"a flipped bit in the middle", [](auto& bytes) { bytes[bytes.size() / 2] ^= 1; }},
           {"a flipped byte near the start", [](auto& bytes) { bytes[100] ^= 0x55; }},
           {"a flipped bit in the last record", [](auto& bytes) { bytes[bytes.size() - 5] ^= 1; }},
           {"a block of zeros",
            [](auto& bytes) { bytes.replace(bytes.size() / 3, 512, std::string(512, '\0')); }},
           {"half of it gone", [](auto& bytes) { bytes.resize(bytes.size() / 2); }},
           {"the last byte gone", [](auto& bytes) { bytes.pop_back(); }},
           {"all of it gone", [](auto& bytes) { bytes.clear(); }},
       }) {
    SCOPED_TRACE(row.name);
    std::string bytes = whole;
    row.change(bytes);
    WriteFile(path, bytes);
    ExpectRefused(absl::StatusCode::kDataLoss, {path_, "missing", "Nothing was touched", "backup"});
  }
  WriteFile(path, whole);
  ExpectOpens(kEventsWritten, kEventsWritten);
}

TEST_F(RocksDbJournalOpeningTest, WhatIsMissingIsCounted) {
  MakeKilledJournal();
  // The version, the secret; then an event and its game time in each batch.
  constexpr uint64_t kChanges = 2 + 2 * kEventsWritten;
  ASSERT_TRUE(
      CommittedMark::Create(*rocksdb::FileSystem::Default(), path_ + "/COMMITTED", kChanges + 7)
          .ok());
  ExpectRefused(absl::StatusCode::kDataLoss,
                {"ends at change 402, but 409 were acknowledged, so the last 7 are missing"});
}

TEST_F(RocksDbJournalOpeningTest, LogThatIsGoneIsRefused) {
  MakeKilledJournal();
  std::filesystem::remove(LogPath());
  ExpectRefused(absl::StatusCode::kDataLoss, {path_, "missing"});
}

TEST_F(RocksDbJournalOpeningTest, DatabaseThatCannotBeReadIsRefused) {
  MakeKilledJournal();
  WriteFile(path_ + "/journal/CURRENT", "MANIFEST-999999\n");
  EXPECT_FALSE(Open().ok());
  ExpectRefused(Open().status().code(), {path_});
}

TEST_F(RocksDbJournalOpeningTest, MissingPartsAreRefused) {
  MakeKilledJournal();
  std::filesystem::rename(path_ + "/COMMITTED", directory_ / "mark");
  ExpectRefused(absl::StatusCode::kDataLoss, {path_, "lost its file COMMITTED", "backup"});
  std::filesystem::rename(directory_ / "mark", path_ + "/COMMITTED");
  std::filesystem::rename(path_ + "/journal", directory_ / "journal");
  ExpectRefused(absl::StatusCode::kDataLoss, {path_, "lost its journal", "backup"});
}

TEST_F(RocksDbJournalOpeningTest, DamagedMarkIsRefused) {
  MakeKilledJournal();
  const std::string whole = ReadFile(path_ + "/COMMITTED");
  for (size_t byte = 0; byte < whole.size(); byte += 3) {
    std::string bytes = whole;
    bytes[byte] ^= 4;
    WriteFile(path_ + "/COMMITTED", bytes);
    ExpectRefused(absl::StatusCode::kDataLoss, {"COMMITTED", "damaged"});
  }
  WriteFile(path_ + "/COMMITTED", "");
  ExpectRefused(absl::StatusCode::kDataLoss, {"COMMITTED", "damaged"});
}

}  // namespace
}  // namespace meeple::service

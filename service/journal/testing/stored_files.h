#ifndef MEEPLE_SERVICE_JOURNAL_TESTING_STORED_FILES_H_
#define MEEPLE_SERVICE_JOURNAL_TESTING_STORED_FILES_H_

// Data directories as tests need them, and the files in them.
//
//   MakeKilledJournal(path, "game", 200);
//   ChangeFile(LogPath(path), [](std::string& bytes) { bytes[bytes.size() / 2] ^= 1; });

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "service/journal/rocksdb_journal.h"
#include "service/journal/testing/journal_contract.h"
#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {

// A journal with `events` events of one game, one a commit, as a process leaves it that is killed:
// all of them in the log, none in tables.
inline void MakeKilledJournal(const std::string& path, const std::string& game_id, int events) {
  const TemporaryDirectory temporary;
  const std::string living = temporary / "living";
  const auto journal = RocksDbJournal::Open({.data_directory = living});
  ASSERT_TRUE(journal.ok()) << journal.status();
  for (int64_t sequence = 1; sequence <= events; ++sequence) {
    ASSERT_EQ(AppendAndWait(**journal, MakeCommit(game_id, sequence, 1)), AppendOutcome::kDurable);
  }
  CopyDirectory(living, path);
}

// The write-ahead log, of which there is one.
inline std::string LogPath(const std::string& data_directory) {
  std::string found;
  for (const auto& entry : std::filesystem::directory_iterator(data_directory + "/journal")) {
    if (entry.path().extension() == ".log" && entry.file_size() > 0) {
      EXPECT_EQ(found, "");
      found = entry.path();
    }
  }
  EXPECT_NE(found, "");
  return found;
}

// The table that takes most room.
inline std::string LargestTablePath(const std::string& data_directory) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(data_directory + "/journal")) {
    if (entry.path().extension() != ".sst") continue;
    if (found.empty() || entry.file_size() > std::filesystem::file_size(found)) found = entry;
  }
  EXPECT_NE(found, "");
  return found;
}

inline void ChangeFile(const std::string& path,
                       const std::function<void(std::string& bytes)>& change) {
  std::string bytes = ReadFile(path);
  change(bytes);
  WriteFile(path, bytes);
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_TESTING_STORED_FILES_H_

#ifndef MEEPLE_SERVICE_JOURNAL_TESTING_JOURNAL_CONTRACT_H_
#define MEEPLE_SERVICE_JOURNAL_TESTING_JOURNAL_CONTRACT_H_

// What every journal promises, as tests. A journal joins in with one line beside its own tests, in
// a binary that has journal_contract_test.cc among its sources:
//
//   INSTANTIATE_TEST_SUITE_P(Memory, JournalContract,
//                            testing::Values(JournalUnderTest{...}), Name);

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "service/base/mutex.h"
#include "service/journal/game_index.h"
#include "service/journal/journal.h"

namespace meeple::service {

using Sequences = std::vector<int64_t>;
// So many entries of each feed every journal under test keeps.
inline constexpr int64_t kFeedEntriesInTests = 1'000;
inline constexpr int kAll = std::numeric_limits<int>::max();

// The id of a game.
inline constexpr char kGame[] = "00000000000000000abc";

// Records that differ in everything, so that a mixed up field is seen.
inline SharedRecord MakeRecord(const std::string& game_id, int64_t sequence, int count = 1,
                               int index = 0) {
  const std::string mark = game_id + "/" + std::to_string(sequence);
  return std::make_shared<JournalRecord>(JournalRecord{
      .sequence = sequence,
      .public_event = "event " + mark,
      .seat_events = {{.seat = 0, .event = "seat 0 of " + mark}, {.seat = 3, .event = ""}},
      .secret = "secret " + mark,
      .request_digest = "digest " + mark,
      .request_fingerprint = "fingerprint " + mark,
      .caller_seat = index % 3 - 1,
      .caller_key = index % 2 == 0 ? "lobby" : "",
      .creation_counted = index % 2 == 0,
      .group_size = count,
      .group_index = index,
      .game_time_milliseconds = 10 * sequence});
}

inline Commit MakeCommit(const std::string& game_id, int64_t first, int count) {
  Commit commit = {.game_id = game_id, .expected_next_sequence = first, .records = {}};
  for (int index = 0; index < count; ++index) {
    commit.records.push_back(MakeRecord(game_id, first + index, count, index));
  }
  return commit;
}

// Waits for the answers to a number of appends.
class Answers {
 public:
  Journal::Done Expect() {
    MutexLock lock(mutex_);
    ++expected_;
    return [this](AppendOutcome outcome) {
      MutexLock answered(mutex_);
      outcomes_.push_back(outcome);
      changed_.NotifyAll();
    };
  }
  // In order of arrival.
  std::vector<AppendOutcome> Wait() {
    MutexLock lock(mutex_);
    while (outcomes_.size() < expected_) changed_.Wait(mutex_);
    return outcomes_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  size_t expected_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<AppendOutcome> outcomes_ ABSL_GUARDED_BY(mutex_);
};

// Holds the thread that gives an answer until it is opened.
class Gate {
 public:
  Journal::Done Hold() {
    return [this](AppendOutcome) {
      MutexLock lock(mutex_);
      held_ = true;
      changed_.NotifyAll();
      while (!open_) changed_.Wait(mutex_);
    };
  }
  void WaitUntilHeld() {
    MutexLock lock(mutex_);
    while (!held_) changed_.Wait(mutex_);
  }
  void Open() {
    MutexLock lock(mutex_);
    open_ = true;
    changed_.NotifyAll();
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  bool held_ ABSL_GUARDED_BY(mutex_) = false;
  bool open_ ABSL_GUARDED_BY(mutex_) = false;
};

inline AppendOutcome AppendAndWait(Journal& journal, Commit commit) {
  Answers answers;
  journal.Append(std::move(commit), answers.Expect());
  return answers.Wait().front();
}

// The sequences that `journal` gives for a game.
inline Sequences ReadSequences(const Journal& journal, const std::string& game_id,
                               int64_t after = 0, int limit = kAll) {
  const auto records = journal.Read(game_id, after, limit);
  EXPECT_TRUE(records.ok()) << records.status();
  Sequences sequences;
  if (records.ok()) {
    for (const SharedRecord& record : *records) sequences.push_back(record->sequence);
  }
  return sequences;
}

// A journal with whatever it needs to live.
struct JournalHolder {
  virtual ~JournalHolder() = default;
  virtual Journal& journal() = 0;
};

struct JournalUnderTest {
  std::string name;
  std::function<std::unique_ptr<JournalHolder>()> make;
};

inline void PrintTo(const JournalUnderTest& journal, std::ostream* out) { *out << journal.name; }

class JournalContract : public testing::TestWithParam<JournalUnderTest> {
 protected:
  JournalContract() : holder_(GetParam().make()) {}

  Journal& journal() const { return holder_->journal(); }
  GameIndex& index() const { return holder_->journal(); }

  AppendOutcome Append(Commit commit) { return AppendAndWait(journal(), std::move(commit)); }
  AppendOutcome Append(int64_t first, int count) { return Append(MakeCommit(kGame, first, count)); }
  Sequences Read(int64_t after, int limit = kAll, const std::string& game_id = kGame) const {
    return ReadSequences(journal(), game_id, after, limit);
  }
  void ExpectNoGame(const std::string& game_id) const {
    EXPECT_EQ(journal().Read(game_id, 0, kAll).status().code(), absl::StatusCode::kNotFound);
  }

 private:
  std::unique_ptr<JournalHolder> holder_;
};

inline std::string NameOfJournal(const testing::TestParamInfo<JournalUnderTest>& info) {
  return info.param.name;
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_TESTING_JOURNAL_CONTRACT_H_

#include "service/journal/memory_journal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace meeple::service {
namespace {

using Sequences = std::vector<int64_t>;

constexpr char kGame[] = "00000000000000000abc";
constexpr int kAll = std::numeric_limits<int>::max();

Commit MakeCommit(const std::string& game_id, int64_t first, int count) {
  Commit commit = {.game_id = game_id, .expected_next_sequence = first};
  for (int64_t sequence = first; sequence < first + count; ++sequence) {
    commit.records.push_back(std::make_shared<JournalRecord>(JournalRecord{.sequence = sequence}));
  }
  return commit;
}

class MemoryJournalTest : public ::testing::Test {
 protected:
  AppendOutcome Append(Commit commit) {
    std::optional<AppendOutcome> outcome;
    int answers = 0;
    journal_.Append(std::move(commit), [&](AppendOutcome answer) {
      outcome = answer;
      ++answers;
    });
    EXPECT_EQ(answers, 1) << "before Append returns, and once";
    return outcome.value_or(AppendOutcome::kUnknown);
  }
  AppendOutcome Append(int64_t first, int count) { return Append(MakeCommit(kGame, first, count)); }

  Sequences Read(int64_t after, int limit = kAll, const std::string& game_id = kGame) const {
    const auto records = journal_.Read(game_id, after, limit);
    EXPECT_TRUE(records.ok()) << records.status();
    Sequences sequences;
    if (records.ok()) {
      for (const SharedRecord& record : *records) sequences.push_back(record->sequence);
    }
    return sequences;
  }

  void ExpectUnknown(const std::string& game_id) {
    EXPECT_EQ(journal_.Read(game_id, 0, kAll).status().code(), absl::StatusCode::kNotFound);
  }

  MemoryJournal journal_;
};

TEST_F(MemoryJournalTest, PromisesMemoryOnly) {
  EXPECT_EQ(journal_.durability(), JournalDurability::kMemory);
}

TEST_F(MemoryJournalTest, KeepsWhatIsAppended) {
  EXPECT_EQ(Append(1, 2), AppendOutcome::kDurable);
  EXPECT_EQ(Append(3, 1), AppendOutcome::kDurable);
  EXPECT_EQ(Append(4, 3), AppendOutcome::kDurable);
  EXPECT_EQ(Read(0), (Sequences{1, 2, 3, 4, 5, 6}));
}

TEST_F(MemoryJournalTest, RecordsAreSharedNotCopied) {
  const Commit commit = MakeCommit(kGame, 1, 2);
  Append(commit);
  const auto records = journal_.Read(kGame, 0, kAll);
  ASSERT_TRUE(records.ok());
  EXPECT_EQ(*records, commit.records);
}

struct ReadRow {
  int64_t after;
  int limit;
  Sequences expected;
};

TEST_F(MemoryJournalTest, ReadsInPages) {
  Append(1, 5);
  for (const auto& [after, limit, expected] : std::vector<ReadRow>{
           {0, 2, {1, 2}},
           {2, 2, {3, 4}},
           {4, 2, {5}},
           {4, 1, {5}},
           {5, 2, {}},
           {6, 2, {}},
           {std::numeric_limits<int64_t>::max(), 2, {}},
           {0, 0, {}},
           {0, 5, {1, 2, 3, 4, 5}},
           {0, kAll, {1, 2, 3, 4, 5}},
       }) {
    EXPECT_EQ(Read(after, limit), expected) << "after " << after << ", at most " << limit;
  }
}

TEST_F(MemoryJournalTest, UnknownGameIsNotFound) {
  ExpectUnknown(kGame);
  ExpectUnknown("");
}

TEST_F(MemoryJournalTest, GamesShareNothing) {
  constexpr int kGames = 200;  // more than the journal has parts
  for (int game = 0; game < kGames; ++game) {
    EXPECT_EQ(Append(MakeCommit(std::to_string(game), 1, 1 + game % 3)), AppendOutcome::kDurable);
  }
  for (int game = 0; game < kGames; ++game) {
    EXPECT_EQ(Read(0, kAll, std::to_string(game)).size(), 1u + game % 3);
  }
  ExpectUnknown(kGame);
}

TEST_F(MemoryJournalTest, CommitThatDoesNotFollowIsAConflict) {
  Append(1, 2);
  for (int64_t first : {int64_t{-1}, int64_t{0}, int64_t{1}, int64_t{2}, int64_t{4},
                        std::numeric_limits<int64_t>::max()}) {
    Commit commit = MakeCommit(kGame, 1, 2);
    commit.expected_next_sequence = first;
    EXPECT_EQ(Append(std::move(commit)), AppendOutcome::kConflict) << first;
  }
  EXPECT_EQ(Read(0), (Sequences{1, 2})) << "nothing of a conflict is kept";
  EXPECT_EQ(Append(3, 1), AppendOutcome::kDurable);
}

TEST_F(MemoryJournalTest, ConflictMakesNoGame) {
  EXPECT_EQ(Append(2, 1), AppendOutcome::kConflict);
  ExpectUnknown(kGame);
  EXPECT_EQ(Append(1, 1), AppendOutcome::kDurable);
}

// The answer comes outside the journal's locks.
TEST_F(MemoryJournalTest, AnswerMayComeBackToTheJournal) {
  std::optional<AppendOutcome> second;
  journal_.Append(MakeCommit(kGame, 1, 1), [&](AppendOutcome) {
    EXPECT_EQ(Read(0), Sequences{1});
    journal_.Append(MakeCommit(kGame, 2, 1), [&](AppendOutcome outcome) { second = outcome; });
  });
  EXPECT_EQ(second, AppendOutcome::kDurable);
}

// Of all commits for one place, one is kept.
TEST_F(MemoryJournalTest, RivalsForOnePlaceConflict) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 200;
  std::atomic<int> durable = 0;
  std::vector<std::thread> rivals;
  for (int thread = 0; thread < kThreads; ++thread) {
    rivals.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        // Everyone tries each place until somebody has it, so that all are taken in order.
        journal_.Append(MakeCommit(kGame, 2 * round + 1, 2), [&](AppendOutcome outcome) {
          if (outcome == AppendOutcome::kDurable) ++durable;
        });
        const auto records = journal_.Read(kGame, 2 * round, 2);
        ASSERT_TRUE(records.ok());
        ASSERT_EQ(records->size(), 2u) << "a commit is seen whole";
      }
    });
  }
  for (std::thread& rival : rivals) rival.join();
  EXPECT_EQ(durable, kRounds);
  const Sequences all = Read(0);
  ASSERT_EQ(all.size(), 2u * kRounds);
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], static_cast<int64_t>(i) + 1);
}

}  // namespace
}  // namespace meeple::service

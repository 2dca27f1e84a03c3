#include "service/journal/memory_journal.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "service/journal/testing/journal_contract.h"

namespace meeple::service {
namespace {

struct MemoryHolder final : JournalHolder {
  Journal& journal() override { return kept; }
  MemoryJournal kept{kFeedEntriesInTests};
};

INSTANTIATE_TEST_SUITE_P(Memory, JournalContract,
                         testing::Values(JournalUnderTest{
                             "Memory", [] { return std::make_unique<MemoryHolder>(); }}),
                         NameOfJournal);

TEST(MemoryJournalTest, PromisesMemoryOnly) {
  EXPECT_EQ(MemoryJournal().durability(), JournalDurability::kMemory);
}

TEST(MemoryJournalTest, AnswersBeforeAppendReturns) {
  MemoryJournal journal;
  std::optional<AppendOutcome> outcome;
  journal.Append(MakeCommit(kGame, 1, 1), [&](AppendOutcome answer) { outcome = answer; });
  EXPECT_EQ(outcome, AppendOutcome::kDurable);
}

TEST(MemoryJournalTest, KnowsTheLatestGameTime) {
  MemoryJournal journal;
  EXPECT_EQ(journal.ReadGameTime(), 0);
  AppendAndWait(journal, MakeCommit(kGame, 1, 4));
  AppendAndWait(journal, MakeCommit("another", 1, 1));
  EXPECT_EQ(journal.ReadGameTime(), 40);
  journal.KeepGameTime(70);
  journal.KeepGameTime(60);
  EXPECT_EQ(journal.ReadGameTime(), 70);
}

TEST(MemoryJournalTest, RecordsAreSharedNotCopied) {
  MemoryJournal journal;
  const Commit commit = MakeCommit(kGame, 1, 2);
  AppendAndWait(journal, commit);
  const auto records = journal.Read(kGame, 0, kAll);
  ASSERT_TRUE(records.ok());
  EXPECT_EQ(*records, commit.records);
}

}  // namespace
}  // namespace meeple::service

#include "service/journal/score_recount.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "service/journal/rocksdb_journal.h"
#include "service/journal/stored_journal.h"
#include "service/journal/testing/journal_contract.h"
#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const std::vector<ScoreChange> kGameOfAnn = {{"shared/", "ann", {.wins = 1}},
                                             {"shared/", "bob", {.losses = 1}}};

class ScoreRecountTest : public testing::Test {
 protected:
  ScoreRecountTest() {
    const auto journal = RocksDbJournal::Open({.data_directory = path_});
    Commit commit = MakeCommit(kGame, 1, 1);
    commit.scores = kGameOfAnn;
    EXPECT_EQ(AppendAndWait(**journal, commit), AppendOutcome::kDurable);
  }
  std::vector<std::string> Differences(ScoreRecount recount) {
    const auto journal = StoredJournal::Open(path_);
    std::vector<std::string> found;
    EXPECT_TRUE(recount
                    .Compare((*journal)->database(),
                             [&](const std::string& text) { found.push_back(text); })
                    .ok());
    EXPECT_TRUE((*journal)->CheckWhole().ok());
    return found;
  }
  uint64_t Replace(ScoreRecount recount) {
    const auto storage = JournalStorage::Open(path_, nullptr, nullptr);
    const auto changed = recount.Replace(**storage);
    EXPECT_TRUE(changed.ok()) << changed.status();
    return changed.value_or(0);
  }
  static ScoreRecount Counted(std::vector<ScoreChange> changes) {
    ScoreRecount recount;
    recount.Add(changes);
    return recount;
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_ / "data";
};

TEST_F(ScoreRecountTest, NothingDiffersWhereTheGamesSayTheSame) {
  EXPECT_THAT(Differences(Counted(kGameOfAnn)), IsEmpty());
  EXPECT_EQ(Replace(Counted(kGameOfAnn)), 0u);
}

TEST_F(ScoreRecountTest, EveryDifferenceIsNamed) {
  EXPECT_THAT(Differences(Counted({{"shared/", "ann", {.wins = 1}}})),
              ElementsAre(HasSubstr("'bob' in 'shared/' have an entry"),
                          HasSubstr("'bob' in 'shared/' have an entry")));
  EXPECT_THAT(
      Differences(Counted({{"shared/", "ann", {.wins = 2}}, {"shared/", "bob", {.losses = 1}}})),
      UnorderedElementsAre(HasSubstr("'ann' in 'shared/' lack"),
                           HasSubstr("'ann' in 'shared/' lack"),
                           HasSubstr("'ann' in 'shared/' have")));
}

TEST_F(ScoreRecountTest, ReplacesWhatIsStored) {
  const std::vector<ScoreChange> other = {{"casual/", "eve", {.draws = 3}},
                                          {"shared/", "ann", {.wins = 1, .draws = 1}}};
  EXPECT_EQ(Replace(Counted(other)), 7u) << "two gone of bob, two new of eve, three of ann";
  EXPECT_THAT(Differences(Counted(other)), IsEmpty());
  const auto journal = RocksDbJournal::Open({.data_directory = path_});
  EXPECT_EQ(*(*journal)->ReadScore("shared/", "bob"), ScoreCounts());
  EXPECT_THAT(*(*journal)->ReadScores("shared/", std::nullopt, kAll),
              ElementsAre(ScorePlace{{.wins = 1, .draws = 1}, "ann"}));
}

}  // namespace
}  // namespace meeple::service

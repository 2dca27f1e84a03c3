// After a power cut every commit that was acknowledged is there, and of the others each is there
// whole or not at all.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "service/base/mutex.h"
#include "service/journal/rocksdb_journal.h"
#include "service/journal/testing/journal_contract.h"
#include "service/journal/testing/power_cut_file_system.h"
#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr int kGamesCut = 8;
constexpr int kLargestGroup = 3;

struct Play {
  // Added to the secret of each record, so that tables are written out, too.
  size_t ballast = 0;
  int most_operations = 150;
  bool forget_syncs = false;
};

// One directory that lives through many cuts. Each game has one commit on its way at any time.
class PowerCuts {
 public:
  PowerCuts(uint64_t seed, const Play& play) : random_(seed), play_(play) {
    // Made with care; the cuts come later.
    EXPECT_TRUE(RocksDbJournal::Open({.data_directory = path_}).ok());
  }

  // Writes until the power goes, starts again and looks. What is wrong, in words.
  std::vector<std::string> Round() {
    auto files = std::make_shared<PowerCutFileSystem>();
    if (play_.forget_syncs) files->ForgetSyncs();
    const int operations = 1 + static_cast<int>(random_() % play_.most_operations);
    const bool also_while_opening = random_() % 4 == 0;
    if (also_while_opening) files->CutAfter(operations);
    auto journal = RocksDbJournal::Open({.data_directory = path_, .file_system = files});
    if (journal.ok()) {
      if (!also_while_opening) files->CutAfter(operations);
      WriteUntilTheEnd(**journal);
      journal->reset();
    } else if (!files->cut()) {
      return {"refused: " + journal.status().ToString()};
    }
    files->LoseWhatIsNotSynced(random_());
    return Look();
  }

 private:
  struct Game {
    int64_t acknowledged = 0;
    int64_t tried = 0;
  };

  static std::string Id(int game) { return "game" + std::to_string(game); }

  Commit NextCommit(int game) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const int64_t first = games_[game].acknowledged + 1;
    const int count = 1 + static_cast<int>(random_() % kLargestGroup);
    games_[game].tried = first + count - 1;
    Commit commit = MakeCommit(Id(game), first, count);
    for (SharedRecord& record : commit.records) {
      JournalRecord heavier = *record;
      heavier.secret += std::string(play_.ballast, static_cast<char>('a' + record->sequence % 26));
      record = std::make_shared<JournalRecord>(std::move(heavier));
    }
    commit.summary = std::to_string(games_[game].tried);
    return commit;
  }

  void AppendNext(Journal& journal, int game) {
    Commit commit;
    {
      MutexLock lock(mutex_);
      commit = NextCommit(game);
    }
    journal.Append(std::move(commit), [this, &journal, game](AppendOutcome outcome) {
      {
        MutexLock lock(mutex_);
        if (outcome != AppendOutcome::kDurable) {
          ++ended_;
          changed_.NotifyAll();
          return;
        }
        games_[game].acknowledged = games_[game].tried;
      }
      AppendNext(journal, game);
    });
  }

  void WriteUntilTheEnd(Journal& journal) {
    {
      MutexLock lock(mutex_);
      ended_ = 0;
    }
    for (int game = 0; game < kGamesCut; ++game) AppendNext(journal, game);
    MutexLock lock(mutex_);
    while (ended_ < kGamesCut) changed_.Wait(mutex_);
  }

  std::vector<std::string> Look() {
    const auto journal = RocksDbJournal::Open(
        {.data_directory = path_, .file_system = std::make_shared<PowerCutFileSystem>()});
    if (!journal.ok()) return {"refused: " + journal.status().ToString()};
    std::vector<std::string> complaints;
    MutexLock lock(mutex_);
    for (int game = 0; game < kGamesCut; ++game) LookAt(**journal, game, complaints);
    return complaints;
  }

  void LookAt(RocksDbJournal& journal, int game, std::vector<std::string>& complaints)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    Game& known = games_[game];
    auto complain = [&](const std::string& what) { complaints.push_back(Id(game) + ": " + what); };
    const auto records = journal.Read(Id(game), 0, kAll);
    const int64_t head = records.ok() ? std::ssize(*records) : 0;
    if (!records.ok() && !absl::IsNotFound(records.status())) {
      complain(records.status().ToString());
    }
    if (head < known.acknowledged) {
      complain("ends at " + std::to_string(head) + ", acknowledged up to " +
               std::to_string(known.acknowledged));
    }
    if (head > known.tried) complain("has more than anybody wrote");
    if (head > 0) {
      const JournalRecord& last = *records->back();
      if (last.group_index != last.group_size - 1) complain("has a part of a group");
      if (*journal.ReadSummary(Id(game)) != std::to_string(head)) complain("has another's summary");
    }
    known = {.acknowledged = head, .tried = head};
  }

  TemporaryDirectory temporary_;
  const std::string path_ = temporary_ / "data";
  std::mt19937_64 random_;
  const Play play_;

  Mutex mutex_;
  CondVar changed_;
  int ended_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<int, Game> games_ ABSL_GUARDED_BY(mutex_);
};

// The environment variable MEEPLE_POWER_CUTS sets how many seeds are tried; fewer under sanitizers.
int Seeds(int usual) {
  const char* text = std::getenv("MEEPLE_POWER_CUTS");
  int seeds = 0;
  return text != nullptr && absl::SimpleAtoi(text, &seeds)
             ? seeds
             : std::max(1, usual / MEEPLE_TEST_SLOWDOWN);
}

void ExpectNothingLost(int seeds, int rounds, const Play& play) {
  for (int seed = 1; seed <= seeds; ++seed) {
    PowerCuts cuts(seed, play);
    for (int round = 0; round < rounds; ++round) {
      ASSERT_THAT(cuts.Round(), IsEmpty()) << "seed " << seed << ", round " << round;
    }
  }
}

TEST(PowerCutTest, NothingAcknowledgedIsLost) { ExpectNothingLost(Seeds(10), /*rounds=*/4, {}); }

TEST(PowerCutTest, NothingAcknowledgedIsLostWhileTablesAreWritten) {
  ExpectNothingLost(Seeds(2), /*rounds=*/3, {.ballast = 30'000, .most_operations = 400});
}

// Whenever it comes, the next start begins again or goes on with what was made.
TEST(PowerCutTest, FirstStartThatIsCutOffIsBegunAgain) {
  bool cut = true;
  for (int operations = 1; cut; operations += 3 * MEEPLE_TEST_SLOWDOWN) {
    SCOPED_TRACE(operations);
    const TemporaryDirectory temporary;
    auto files = std::make_shared<PowerCutFileSystem>();
    files->CutAfter(operations);
    const std::string path = temporary / "data";
    RocksDbJournal::Open({.data_directory = path, .file_system = files}).status().IgnoreError();
    cut = files->cut();
    files->LoseWhatIsNotSynced(/*seed=*/operations);
    const auto journal = RocksDbJournal::Open(
        {.data_directory = path, .file_system = std::make_shared<PowerCutFileSystem>()});
    ASSERT_TRUE(journal.ok()) << journal.status();
    EXPECT_EQ(AppendAndWait(**journal, MakeCommit("game", 1, 1)), AppendOutcome::kDurable);
    ASSERT_LT(operations, 1'000) << "the first start ends at some time";
  }
}

// The test of the test: a journal that does not sync is found out.
TEST(PowerCutTest, JournalThatDoesNotSyncIsFoundOut) {
  constexpr int kSeeds = 10;
  int found_out = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    if (!PowerCuts(seed, {.forget_syncs = true}).Round().empty()) ++found_out;
  }
  EXPECT_GE(found_out, kSeeds / 2);
}

}  // namespace
}  // namespace meeple::service

#include "service/journal/rocksdb_journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "service/base/worker_pool.h"
#include "service/journal/testing/journal_contract.h"
#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;

std::unique_ptr<RocksDbJournal> OpenJournal(RocksDbJournalOptions options) {
  auto journal = RocksDbJournal::Open(std::move(options));
  EXPECT_TRUE(journal.ok()) << journal.status();
  return journal.ok() ? *std::move(journal) : nullptr;
}

// By number of games that are remembered, and whether other threads answer.
struct RocksDbHolder final : JournalHolder {
  RocksDbHolder(size_t max_known_games, bool answers_elsewhere)
      : kept(OpenJournal({.data_directory = directory / "data",
                          .max_known_games = max_known_games,
                          .feed_entries = kFeedEntriesInTests,
                          .answers_on = answers_elsewhere ? &threads : nullptr})) {}
  Journal& journal() override { return *kept; }

  TemporaryDirectory directory;
  WorkerPool threads{2};
  std::unique_ptr<RocksDbJournal> kept;
};

JournalUnderTest Under(const std::string& name, size_t max_known_games, bool answers_elsewhere) {
  return {name,
          [=] { return std::make_unique<RocksDbHolder>(max_known_games, answers_elsewhere); }};
}

INSTANTIATE_TEST_SUITE_P(RocksDb, JournalContract,
                         testing::Values(Under("AsUsual", 1'000, true),
                                         Under("RemembersNothing", 0, true),
                                         Under("AnswersOnItsOwnThread", 1'000, false)),
                         NameOfJournal);

class RocksDbJournalTest : public testing::Test {
 protected:
  void Open() { journal_ = OpenJournal(options_); }
  void Reopen() {
    journal_.reset();
    Open();
  }
  AppendOutcome Append(Commit commit) { return AppendAndWait(*journal_, std::move(commit)); }
  Sequences Read(const std::string& game_id) const { return ReadSequences(*journal_, game_id); }

  TemporaryDirectory directory_;
  RocksDbJournalOptions options_ = {.data_directory = directory_ / "data"};
  std::unique_ptr<RocksDbJournal> journal_;
};

TEST_F(RocksDbJournalTest, PromisesWhatIsSynced) {
  Open();
  EXPECT_EQ(journal_->durability(), JournalDurability::kSynced);
}

TEST_F(RocksDbJournalTest, KeepsEverythingOverARestart) {
  Open();
  const Commit commit = MakeCommit(kGame, 1, 3);
  ASSERT_EQ(Append(commit), AppendOutcome::kDurable);
  Commit more = MakeCommit(kGame, 4, 1);
  more.summary = "four events";
  more.agenda_added = {{.due_milliseconds = 7, .kind = 2}};
  ASSERT_EQ(Append(more), AppendOutcome::kDurable);
  const std::string secret = journal_->secret();

  for (int restart = 0; restart < 3; ++restart) {
    Reopen();
    const auto records = journal_->Read(kGame, 0, kAll);
    ASSERT_TRUE(records.ok()) << records.status();
    ASSERT_THAT(*records, SizeIs(4));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(*(*records)[i], *commit.records[i]);
    EXPECT_EQ(*journal_->ReadSummary(kGame), "four events");
    EXPECT_THAT(*journal_->ReadAgenda(std::nullopt, kAll),
                ElementsAre(AgendaEntry{{.due_milliseconds = 7, .kind = 2}, kGame}));
    EXPECT_EQ(journal_->secret(), secret);
  }
}

TEST_F(RocksDbJournalTest, GameTimeGoesOnOverARestartAndNeverBack) {
  Open();
  EXPECT_EQ(journal_->ReadGameTime(), 0);
  Append(MakeCommit(kGame, 1, 4));
  Append(MakeCommit("another", 1, 1));
  Reopen();
  EXPECT_EQ(journal_->ReadGameTime(), 40) << "the latest of all games";
  Append(MakeCommit("a third", 1, 1));
  Reopen();
  EXPECT_EQ(journal_->ReadGameTime(), 40);
  journal_->KeepGameTime(70);
  journal_->KeepGameTime(60);
  Reopen();
  EXPECT_EQ(journal_->ReadGameTime(), 70) << "it goes on without events";
}

// A commit that begins a game and adds its id to the feed "lobby".
Commit BeginsGame(int game) {
  Commit commit = MakeCommit(std::to_string(game), 1, 1);
  commit.feed_entries = {
      {.feed = "lobby", .value = std::make_shared<const std::string>(std::to_string(game))}};
  return commit;
}

TEST_F(RocksDbJournalTest, FeedsGoOnWithoutAGapOverRestarts) {
  Open();
  int game = 0;
  for (int restart = 0; restart < 4; ++restart) {
    for (int i = 0; i < 3; ++i) Append(BeginsGame(++game));
    Reopen();
    EXPECT_EQ(*journal_->ReadFeedBounds("lobby"), (FeedBounds{.floor = 0, .head = game}));
  }
  const auto entries = journal_->ReadFeed("lobby", 0, {});
  ASSERT_TRUE(entries.ok()) << entries.status();
  ASSERT_THAT(*entries, SizeIs(game));
  for (int i = 0; i < game; ++i) {
    EXPECT_EQ((*entries)[i].sequence, i + 1);
    EXPECT_EQ(*(*entries)[i].value, std::to_string(i + 1));
  }
}

TEST_F(RocksDbJournalTest, FeedOfWhichFewerAreKeptNowIsCutWithItsNextEntry) {
  options_.feed_entries = 10;
  Open();
  for (int game = 1; game <= 15; ++game) Append(BeginsGame(game));
  EXPECT_EQ(*journal_->ReadFeedBounds("lobby"), (FeedBounds{.floor = 5, .head = 15}));
  options_.feed_entries = 3;
  Reopen();
  EXPECT_EQ(*journal_->ReadFeedBounds("lobby"), (FeedBounds{.floor = 12, .head = 15}));
  Append(BeginsGame(16));
  // What was cut off does not come back.
  options_.feed_entries = 100;
  Reopen();
  EXPECT_EQ(*journal_->ReadFeedBounds("lobby"), (FeedBounds{.floor = 13, .head = 16}));
  EXPECT_EQ(journal_->ReadFeed("lobby", 12, {}).status().code(), absl::StatusCode::kOutOfRange);
}

TEST_F(RocksDbJournalTest, SaysThatItIsOverloadedBeforeItRefuses) {
  options_.max_waiting_commits = 0;
  Open();
  EXPECT_TRUE(journal_->overloaded());
  options_.max_waiting_commits = 2;
  Reopen();
  EXPECT_FALSE(journal_->overloaded());
}

TEST_F(RocksDbJournalTest, GoesOnWhereALogEndsAfterARestart) {
  Open();
  Append(MakeCommit(kGame, 1, 2));
  Reopen();
  EXPECT_EQ(Append(MakeCommit(kGame, 2, 1)), AppendOutcome::kConflict);
  EXPECT_EQ(Append(MakeCommit(kGame, 4, 1)), AppendOutcome::kConflict);
  EXPECT_EQ(Append(MakeCommit(kGame, 1, 1)), AppendOutcome::kConflict);
  EXPECT_EQ(Append(MakeCommit(kGame, 3, 1)), AppendOutcome::kDurable);
  EXPECT_EQ(Read(kGame), (Sequences{1, 2, 3}));
}

TEST_F(RocksDbJournalTest, WritesAndAnswersAllThatWaitsWhenItEnds) {
  Open();
  Answers answers;
  constexpr int kGames = 500;
  for (int game = 0; game < kGames; ++game) {
    journal_->Append(MakeCommit(std::to_string(game), 1, 1), answers.Expect());
  }
  Reopen();
  EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kDurable));
  EXPECT_THAT(*journal_->ListGames("", kAll), SizeIs(kGames));
}

TEST_F(RocksDbJournalTest, EndsOnlyWhenWhatItHandedOnWasAnswered) {
  WorkerPool threads(1);
  options_.answers_on = &threads;
  Open();
  Gate gate;
  threads.Post([hold = gate.Hold()] { hold(AppendOutcome::kDurable); });
  gate.WaitUntilHeld();
  Answers answers;
  for (int game = 0; game < 100; ++game) {
    journal_->Append(MakeCommit(std::to_string(game), 1, 1), answers.Expect());
  }
  std::thread opening([&gate] { gate.Open(); });
  journal_.reset();
  opening.join();
  EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kDurable));
}

TEST_F(RocksDbJournalTest, SecretIsLongAndOfThisDirectoryOnly) {
  Open();
  EXPECT_THAT(journal_->secret(), SizeIs(32));
  const auto other = OpenJournal({.data_directory = directory_ / "other"});
  EXPECT_NE(journal_->secret(), other->secret());
}

TEST_F(RocksDbJournalTest, CountsWhatItWrites) {
  Open();
  const JournalMetrics& metrics = *journal_->metrics();
  ASSERT_EQ(Append(MakeCommit("a", 1, 2)), AppendOutcome::kDurable);
  const uint64_t bytes = metrics.bytes.value();
  EXPECT_GT(bytes, 0);
  ASSERT_EQ(Append(MakeCommit("a", 1, 1)), AppendOutcome::kConflict);
  EXPECT_EQ(metrics.bytes.value(), bytes);
  EXPECT_EQ(metrics.events.value(), 2);
  ASSERT_EQ(Append(MakeCommit("b", 1, 3)), AppendOutcome::kDurable);
  EXPECT_GT(metrics.bytes.value(), bytes);
  EXPECT_EQ(metrics.events.value(), 5);
  EXPECT_EQ(metrics.group_size.Read().count, 3);
  EXPECT_EQ(metrics.group_size.Read().sum, 3);
  EXPECT_EQ(metrics.commit_time.Read().count, 3);
  EXPECT_EQ(metrics.sync_time.Read().count, 3);
  EXPECT_GE(metrics.commit_time.Read().sum, metrics.sync_time.Read().sum);
  EXPECT_EQ(metrics.overloads.value(), 0);
}

TEST_F(RocksDbJournalTest, RefusesBeyondItsQueue) {
  options_.max_waiting_commits = 3;
  Open();
  Gate gate;
  journal_->Append(MakeCommit("first", 1, 1), gate.Hold());
  gate.WaitUntilHeld();
  Answers queued;
  for (const char* game : {"a", "b", "c"}) {
    journal_->Append(MakeCommit(game, 1, 1), queued.Expect());
  }
  EXPECT_EQ(journal_->waiting(), 3u);
  EXPECT_EQ(Append(MakeCommit("d", 1, 1)), AppendOutcome::kOverloaded);
  EXPECT_EQ(journal_->metrics()->overloads.value(), 1);
  gate.Open();
  EXPECT_THAT(queued.Wait(), Each(AppendOutcome::kDurable));
  EXPECT_EQ(journal_->Read("d", 0, 1).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Append(MakeCommit("d", 1, 1)), AppendOutcome::kDurable) << "later it may well be";
}

}  // namespace
}  // namespace meeple::service

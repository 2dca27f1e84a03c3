#include "service/journal/testing/journal_contract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

namespace meeple::service {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

TEST_P(JournalContract, KeepsWhatIsAppended) {
  EXPECT_EQ(Append(1, 2), AppendOutcome::kDurable);
  EXPECT_EQ(Append(3, 1), AppendOutcome::kDurable);
  EXPECT_EQ(Append(4, 3), AppendOutcome::kDurable);
  EXPECT_EQ(Read(0), (Sequences{1, 2, 3, 4, 5, 6}));
}

TEST_P(JournalContract, KeepsEveryField) {
  const Commit commit = MakeCommit(kGame, 1, 3);
  Append(commit);
  const auto records = journal().Read(kGame, 0, kAll);
  ASSERT_TRUE(records.ok());
  ASSERT_EQ(records->size(), commit.records.size());
  for (size_t i = 0; i < records->size(); ++i) EXPECT_EQ(*(*records)[i], *commit.records[i]);
}

struct ReadRow {
  int64_t after;
  int limit;
  Sequences expected;
};

TEST_P(JournalContract, ReadsInPages) {
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

// Sequences beyond a byte are read in order, too.
TEST_P(JournalContract, ReadsLongGamesInOrder) {
  constexpr int kGroups = 300;
  Answers answers;
  for (int group = 0; group < kGroups; ++group) {
    journal().Append(MakeCommit(kGame, 2 * group + 1, 2), answers.Expect());
  }
  EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kDurable)) << "one after the other, unasked";
  const Sequences all = Read(0);
  ASSERT_EQ(all.size(), 2u * kGroups);
  for (size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<int64_t>(i) + 1);
  EXPECT_EQ(Read(254, 4), (Sequences{255, 256, 257, 258}));
}

TEST_P(JournalContract, GameThatWasNeverBegunIsNotFound) {
  ExpectNoGame(kGame);
  ExpectNoGame("");
  ExpectNoGame(std::string(1000, 'x'));
  EXPECT_EQ(index().ReadSummary(kGame).status().code(), absl::StatusCode::kNotFound);
}

TEST_P(JournalContract, GamesShareNothing) {
  constexpr int kGames = 200;
  Answers answers;
  for (int game = 0; game < kGames; ++game) {
    journal().Append(MakeCommit(std::to_string(game), 1, 1 + game % 3), answers.Expect());
  }
  EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kDurable));
  for (int game = 0; game < kGames; ++game) {
    EXPECT_EQ(Read(0, kAll, std::to_string(game)).size(), 1u + game % 3);
  }
  ExpectNoGame(kGame);
  ExpectNoGame("");
}

// An id that begins another one, and bytes that look like a sequence.
TEST_P(JournalContract, IdsDoNotRunIntoEachOther) {
  const std::vector<std::string> ids = {"a", "ab", "a" + std::string(8, '\0'),
                                        "a" + std::string(7, '\0') + "\1", std::string(255, 'a')};
  for (const std::string& id : ids)
    ASSERT_EQ(Append(MakeCommit(id, 1, 2)), AppendOutcome::kDurable);
  for (const std::string& id : ids) {
    EXPECT_EQ(Read(0, kAll, id), (Sequences{1, 2}));
    EXPECT_EQ(Append(MakeCommit(id, 3, 1)), AppendOutcome::kDurable);
  }
}

TEST_P(JournalContract, CommitThatDoesNotFollowIsAConflict) {
  Append(1, 2);
  for (int64_t first : {int64_t{-1}, int64_t{0}, int64_t{1}, int64_t{2}, int64_t{4},
                        std::numeric_limits<int64_t>::max()}) {
    Commit commit = MakeCommit(kGame, 1, 2);
    commit.expected_next_sequence = first;
    commit.summary = "of a conflict";
    commit.agenda_added = {{.due_milliseconds = 1}};
    EXPECT_EQ(Append(std::move(commit)), AppendOutcome::kConflict) << first;
  }
  EXPECT_EQ(Read(0), (Sequences{1, 2})) << "nothing of a conflict is kept";
  EXPECT_EQ(index().ReadSummary(kGame).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(*index().ReadAgenda(std::nullopt, kAll), IsEmpty());
  EXPECT_EQ(Append(3, 1), AppendOutcome::kDurable);
}

TEST_P(JournalContract, ConflictMakesNoGame) {
  EXPECT_EQ(Append(2, 1), AppendOutcome::kConflict);
  ExpectNoGame(kGame);
  EXPECT_THAT(*index().ListGames("", kAll), IsEmpty());
  EXPECT_EQ(Append(1, 1), AppendOutcome::kDurable);
}

// The answer comes outside the journal's locks.
TEST_P(JournalContract, AnswerMayComeBackToTheJournal) {
  Answers answers;
  const Journal::Done first = answers.Expect();
  const Journal::Done second = answers.Expect();
  journal().Append(MakeCommit(kGame, 1, 1), [&](AppendOutcome outcome) {
    EXPECT_EQ(Read(0), Sequences{1}) << "what is durable can be read";
    journal().Append(MakeCommit(kGame, 2, 1), second);
    first(outcome);
  });
  EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kDurable));
  EXPECT_EQ(Read(0), (Sequences{1, 2}));
}

// Of all commits for one place, one is kept.
TEST_P(JournalContract, RivalsForOnePlaceConflict) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 100;
  std::atomic<int> durable = 0;
  std::vector<std::thread> rivals;
  for (int thread = 0; thread < kThreads; ++thread) {
    rivals.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        // Everyone tries each place until somebody has it, so that all are taken in order.
        if (Append(2 * round + 1, 2) == AppendOutcome::kDurable) ++durable;
        const auto records = journal().Read(kGame, 2 * round, 2);
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

TEST_P(JournalContract, ManyGamesAtOnce) {
  constexpr int kThreads = 4;
  constexpr int kGames = 25;
  constexpr int kGroups = 6;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      Answers answers;
      for (int group = 0; group < kGroups; ++group) {
        for (int game = 0; game < kGames; ++game) {
          const std::string id = std::to_string(thread) + ":" + std::to_string(game);
          journal().Append(MakeCommit(id, 2 * group + 1, 2), answers.Expect());
        }
      }
      EXPECT_THAT(answers.Wait(), Each(AppendOutcome::kDurable));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto games = index().ListGames("", kAll);
  ASSERT_TRUE(games.ok());
  EXPECT_EQ(games->size(), size_t{kThreads * kGames});
  for (const std::string& id : *games) EXPECT_EQ(Read(0, kAll, id).size(), 2u * kGroups) << id;
}

TEST_P(JournalContract, SummaryIsTheNewestOne) {
  auto append = [&](int64_t first, std::optional<std::string> summary) {
    Commit commit = MakeCommit(kGame, first, 1);
    commit.summary = std::move(summary);
    ASSERT_EQ(Append(std::move(commit)), AppendOutcome::kDurable);
  };
  append(1, "begun");
  EXPECT_EQ(*index().ReadSummary(kGame), "begun");
  append(2, std::nullopt);
  EXPECT_EQ(*index().ReadSummary(kGame), "begun") << "kept where a commit brings none";
  append(3, "over");
  EXPECT_EQ(*index().ReadSummary(kGame), "over");
  append(4, "");
  EXPECT_EQ(*index().ReadSummary(kGame), "") << "an empty one is one";
}

TEST_P(JournalContract, AgendaIsReadInOrderOfTime) {
  const AgendaEntry flag = {{.due_milliseconds = 256, .kind = 1}, "b"};
  const AgendaEntry bot = {{.due_milliseconds = 255, .kind = 255}, "b"};
  const AgendaEntry far = {{.due_milliseconds = int64_t{1} << 40, .kind = 0}, "a"};
  const AgendaEntry other = {{.due_milliseconds = 256, .kind = 1}, "c"};
  Commit of_b = MakeCommit("b", 1, 1);
  of_b.agenda_added = {flag.item, bot.item, flag.item};
  Commit of_a = MakeCommit("a", 1, 1);
  of_a.agenda_added = {far.item};
  Commit of_c = MakeCommit("c", 1, 1);
  of_c.agenda_added = {other.item};
  for (const Commit& commit : {of_b, of_a, of_c}) Append(commit);
  EXPECT_THAT(*index().ReadAgenda(std::nullopt, kAll), ElementsAre(bot, flag, other, far));
  EXPECT_THAT(*index().ReadAgenda(std::nullopt, 2), ElementsAre(bot, flag));
  EXPECT_THAT(*index().ReadAgenda(flag, 1), ElementsAre(other));
  EXPECT_THAT(*index().ReadAgenda(far, kAll), IsEmpty());
  EXPECT_THAT(*index().ReadAgenda(std::nullopt, 0), IsEmpty());

  Commit done = MakeCommit("b", 2, 1);
  done.agenda_removed = {flag.item, bot.item, {.due_milliseconds = 77}};
  done.agenda_added = {bot.item};
  Append(done);
  EXPECT_THAT(*index().ReadAgenda(std::nullopt, kAll), ElementsAre(bot, other, far))
      << "what is removed and added is there";
}

TEST_P(JournalContract, GamesAreListedOnceEach) {
  std::set<std::string> expected;
  for (const char* id : {"a", "b", "bb", "c", "ccc", "d"}) {
    Append(MakeCommit(id, 1, 3));
    expected.insert(id);
  }
  std::set<std::string> seen;
  std::string last;
  for (;;) {
    const auto page = index().ListGames(last, 2);
    ASSERT_TRUE(page.ok());
    if (page->empty()) break;
    EXPECT_LE(page->size(), 2u);
    for (const std::string& id : *page) EXPECT_TRUE(seen.insert(id).second) << id;
    last = page->back();
  }
  EXPECT_EQ(seen, expected);
  EXPECT_THAT(*index().ListGames("", 0), IsEmpty());
}

// --- Lists ---

Commit Listed(const std::string& game_id, int64_t created, std::vector<std::string> joined,
              std::optional<std::string> entry = std::nullopt) {
  Commit commit = MakeCommit(game_id, 1, 1);
  commit.lists = {
      .joined = std::move(joined), .created_milliseconds = created, .entry = std::move(entry)};
  return commit;
}

std::vector<std::string> IdsOf(const absl::StatusOr<std::vector<ListPlace>>& places) {
  EXPECT_TRUE(places.ok()) << places.status();
  std::vector<std::string> ids;
  if (places.ok()) {
    for (const ListPlace& place : *places) ids.push_back(place.game_id);
  }
  return ids;
}

TEST_P(JournalContract, ListsAreReadNewestFirstInPages) {
  Append(Listed("old", 1'000, {"open"}));
  Append(Listed("b", 2'000, {"open"}));
  Append(Listed("new", 3'000'000'000'000, {"open", "all"}));
  Append(Listed("a", 2'000, {"open"}));
  Append(Listed("other", 2'000, {"opening", "ope"}));
  const auto all = index().ReadList("open", std::nullopt, 10);
  EXPECT_THAT(IdsOf(all), ElementsAre("new", "a", "b", "old"));
  EXPECT_EQ(all->front().created_milliseconds, 3'000'000'000'000);
  EXPECT_THAT(IdsOf(index().ReadList("open", std::nullopt, 2)), ElementsAre("new", "a"));
  EXPECT_THAT(IdsOf(index().ReadList("open", (*all)[1], 2)), ElementsAre("b", "old"));
  EXPECT_THAT(IdsOf(index().ReadList("open", (*all)[3], 2)), IsEmpty());
  EXPECT_THAT(IdsOf(index().ReadList("nothing", std::nullopt, 2)), IsEmpty());
  // After a place that is no longer in it.
  EXPECT_THAT(IdsOf(index().ReadList("open", ListPlace{2'500, "x"}, 2)), ElementsAre("a", "b"));
}

TEST_P(JournalContract, GamesLeaveAndJoinLists) {
  Append(Listed(kGame, 7, {"open", "player/ann"}, "waits"));
  const ListPlace place = {.created_milliseconds = 7, .game_id = kGame};
  EXPECT_EQ(index().ReadListEntry(place).value(), "waits");
  Commit commit = MakeCommit(kGame, 2, 1);
  commit.lists = {.left = {"open", "nothing"}, .joined = {"playing"}, .created_milliseconds = 7};
  Append(commit);
  EXPECT_THAT(IdsOf(index().ReadList("open", std::nullopt, 2)), IsEmpty());
  EXPECT_THAT(IdsOf(index().ReadList("playing", std::nullopt, 2)), ElementsAre(kGame));
  EXPECT_THAT(IdsOf(index().ReadList("player/ann", std::nullopt, 2)), ElementsAre(kGame));
  EXPECT_EQ(index().ReadListEntry(place).value(), "waits") << "nothing else was said";
  Append(3, 1);
  EXPECT_THAT(IdsOf(index().ReadList("playing", std::nullopt, 2)), ElementsAre(kGame));
  EXPECT_EQ(index().ReadListEntry({8, kGame}).status().code(), absl::StatusCode::kNotFound);
}

TEST_P(JournalContract, ARefusedCommitChangesNoList) {
  Append(1, 1);
  EXPECT_EQ(Append(Listed(kGame, 7, {"open"}, "waits")), AppendOutcome::kConflict);
  EXPECT_THAT(IdsOf(index().ReadList("open", std::nullopt, 2)), IsEmpty());
}

}  // namespace
}  // namespace meeple::service

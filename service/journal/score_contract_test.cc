// What every journal promises about scores.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/journal/testing/journal_contract.h"

namespace meeple::service {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kTable[] = "shared/";

Commit Scored(const std::string& game_id, int64_t sequence, std::vector<ScoreChange> scores) {
  Commit commit = MakeCommit(game_id, sequence, 1);
  commit.scores = std::move(scores);
  return commit;
}

std::vector<std::string> PlayersOf(const absl::StatusOr<std::vector<ScorePlace>>& places) {
  EXPECT_TRUE(places.ok()) << places.status();
  std::vector<std::string> players;
  if (places.ok()) {
    for (const ScorePlace& place : *places) players.push_back(place.player_id);
  }
  return players;
}

TEST_P(JournalContract, ScoresAddUpAndAreTakenBack) {
  EXPECT_EQ(*journal().ReadScore(kTable, "ann"), ScoreCounts());
  Append(Scored(kGame, 1, {{kTable, "ann", {.wins = 1}}, {kTable, "bob", {.losses = 1}}}));
  Append(Scored("other", 1, {{kTable, "ann", {.draws = 1}}, {"shared/x", "ann", {.draws = 1}}}));
  EXPECT_EQ(*journal().ReadScore(kTable, "ann"), (ScoreCounts{.wins = 1, .draws = 1}));
  EXPECT_EQ(*journal().ReadScore("shared/x", "ann"), (ScoreCounts{.draws = 1}));
  EXPECT_THAT(
      *journal().ReadScores(kTable, std::nullopt, kAll),
      ElementsAre(ScorePlace{{.wins = 1, .draws = 1}, "ann"}, ScorePlace{{.losses = 1}, "bob"}));
  Append(Scored(kGame, 2, {{kTable, "ann", {.wins = -1}}, {kTable, "bob", {.losses = -1}}}));
  EXPECT_THAT(*journal().ReadScores(kTable, std::nullopt, kAll),
              ElementsAre(ScorePlace{{.draws = 1}, "ann"}));
}

TEST_P(JournalContract, ARefusedCommitChangesNoScore) {
  Append(Scored(kGame, 1, {{kTable, "ann", {.wins = 1}}}));
  EXPECT_EQ(Append(Scored(kGame, 1, {{kTable, "ann", {.wins = 1}}})), AppendOutcome::kConflict);
  EXPECT_EQ(*journal().ReadScore(kTable, "ann"), ScoreCounts{.wins = 1});
}

TEST_P(JournalContract, ScoresAreReadBestFirstInPages) {
  Append(Scored(kGame, 1,
                {{kTable, "b", {.wins = 2}},
                 {kTable, "a", {.wins = 2}},
                 {kTable, "late", {.wins = 2, .losses = 1}},
                 {kTable, "best", {.wins = 300, .losses = 400}},
                 {"shared/a", "other", {.wins = 1'000}},
                 {"share", "other", {.wins = 1'000}}}));
  const auto all = journal().ReadScores(kTable, std::nullopt, kAll);
  EXPECT_THAT(PlayersOf(all), ElementsAre("best", "a", "b", "late"));
  EXPECT_THAT(PlayersOf(journal().ReadScores(kTable, std::nullopt, 2)), ElementsAre("best", "a"));
  EXPECT_THAT(PlayersOf(journal().ReadScores(kTable, (*all)[1], 2)), ElementsAre("b", "late"));
  EXPECT_THAT(PlayersOf(journal().ReadScores(kTable, (*all)[3], 2)), IsEmpty());
  EXPECT_THAT(PlayersOf(journal().ReadScores(kTable, std::nullopt, 0)), IsEmpty());
  EXPECT_THAT(PlayersOf(journal().ReadScores("nothing", std::nullopt, 2)), IsEmpty());
  // After a place that is no longer in it.
  EXPECT_THAT(PlayersOf(journal().ReadScores(kTable, ScorePlace{{.wins = 2}, "ab"}, 2)),
              ElementsAre("b", "late"));
}

// Many games at once, so that one group holds several changes of a player.
TEST_P(JournalContract, ManyGamesAddUpAsASlowCountDoes) {
  constexpr int kGames = 400;
  constexpr int kPlayers = 7;
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(absl::StrCat("seed ", seed));
  std::mt19937_64 random(seed);
  std::map<std::string, ScoreCounts> expected;
  Answers answers;
  for (int game = 0; game < kGames; ++game) {
    std::vector<ScoreChange> changes;
    for (int i = 0; i < 2; ++i) {
      const std::string player = absl::StrCat("player ", random() % kPlayers);
      const ScoreCounts by = {.wins = static_cast<int64_t>(random() % 2),
                              .draws = static_cast<int64_t>(random() % 2),
                              .losses = static_cast<int64_t>(random() % 2)};
      ScoreCounts& counts = expected[player];
      counts = {counts.wins + by.wins, counts.draws + by.draws, counts.losses + by.losses};
      changes.push_back({kTable, player, by});
    }
    journal().Append(Scored(absl::StrCat("game", game), 1, std::move(changes)), answers.Expect());
  }
  EXPECT_THAT(answers.Wait(), testing::Each(AppendOutcome::kDurable));
  std::vector<ScorePlace> places;
  for (const auto& [player, counts] : expected) {
    EXPECT_EQ(*journal().ReadScore(kTable, player), counts) << player;
    places.push_back({counts, player});
  }
  std::ranges::sort(places, {}, [](const ScorePlace& place) {
    return std::tuple(-place.counts.wins, place.counts.losses, -place.counts.draws,
                      place.player_id);
  });
  EXPECT_EQ(*journal().ReadScores(kTable, std::nullopt, kAll), places);
}

}  // namespace
}  // namespace meeple::service

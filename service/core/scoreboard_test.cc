// Scores: which games count, for whom, exactly once, and how they are listed.

#include "service/core/scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/game_scoring.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/field_count.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/scores.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ScoreboardTest : public GameHostTest {
 protected:
  Table CreateFor(const std::string& first, const std::string& second) {
    return host_.Create(ReadConfig(absl::StrCat("kind: 'tic_tac_toe' seats { player_id: '", first,
                                                "' } seats { player_id: '", second, "' }")));
  }
  void Win(const std::string& winner, const std::string& loser) {
    PlayToWin(CreateFor(winner, loser));
  }
  void Draw(const std::string& first, const std::string& second) {
    Play(CreateFor(first, second), {"a1", "b2", "c3", "a2", "c2", "c1", "a3", "b3", "b1"});
  }
  // Creates a game with an API key.
  Table CreateWithKey(const v1::GameConfig& config, const std::string& key = "matches") {
    v1::CreateGameRequest request;
    *request.mutable_config() = config;
    const Caller caller = {.kind = CallerKind::kApiKey, .key_name = key};
    return host_.Seat(host_.Call(&GameHost::CreateGame, caller, request).value());
  }
};

TEST_F(ScoreboardTest, NoFieldIsForgotten) {
  EXPECT_EQ(FieldCount<v1::Score>(), 4);
  EXPECT_EQ(FieldCount<v1::RankedScore>(), 2);
  EXPECT_EQ(FieldCount<v1::ListScoresRequest>(), 4) << "of which a token knows kind and board";
}

TEST_F(ScoreboardTest, AWinADrawAndALossAreCountedByKindAndInAll) {
  EXPECT_EQ(RecordOf(host_, "ann"), "0-0-0");
  Win("ann", "bob");
  Draw("ann", "bob");
  PlayToWin(CreateFor("bob", "ann"));
  const Table four = host_.Create(
      ReadConfig("kind: 'connect_four' seats { player_id: 'ann' } seats { player_id: 'bob' }"));
  Play(four, {"1", "2", "1", "2", "1", "2", "1"});
  EXPECT_EQ(RecordOf(host_, "ann"), "2-1-1");
  EXPECT_EQ(RecordOf(host_, "ann", "tic_tac_toe"), "1-1-1");
  EXPECT_EQ(RecordOf(host_, "ann", "connect_four"), "1-0-0");
  EXPECT_EQ(RecordOf(host_, "bob"), "1-1-2");
  EXPECT_EQ(RecordOf(host_, "ann", "reversi"), "0-0-0");
  EXPECT_EQ(RecordOf(host_, "ann", "", v1::SCORE_BOARD_SHARED), "0-0-0");
}

TEST_F(ScoreboardTest, AnEndThatIsUndoneIsTakenBackAndCountsAgain) {
  const Table table = CreateFor("ann", "bob");
  PlayToWin(table);
  EXPECT_EQ(RecordOf(host_, "ann"), "1-0-0");
  ASSERT_TRUE(Undo(table, 0).ok());
  EXPECT_EQ(RecordOf(host_, "ann"), "0-0-0");
  EXPECT_EQ(RecordOf(host_, "bob"), "0-0-0");
  EXPECT_THAT(ScoreTableOf(host_), IsEmpty());
  ASSERT_TRUE(Redo(table, 0).ok());
  EXPECT_EQ(RecordOf(host_, "ann"), "1-0-0");
  ASSERT_TRUE(Undo(table, 1).ok());
  ASSERT_TRUE(Resign(table, 0).ok());
  EXPECT_EQ(RecordOf(host_, "ann"), "0-0-1");
  EXPECT_EQ(RecordOf(host_, "bob"), "1-0-0");
}

TEST_F(ScoreboardTest, ARepeatedCallCountsOnce) {
  const Table table = CreateFor("ann", "bob");
  Play(table, {"a1", "b1", "b2", "c1"});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(host_.Move(table, 0, "c3", kId1).ok());
  EXPECT_EQ(RecordOf(host_, "ann"), "1-0-0");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(Undo(table, 0, kId2).ok());
  EXPECT_EQ(RecordOf(host_, "ann"), "0-0-0");
}

TEST_F(ScoreboardTest, WhatNobodyWinsCountsForNobody) {
  const Table called_off = CreateFor("ann", "bob");
  ASSERT_TRUE(host_.Do<v1::AbandonRequest>(&GameHost::Abandon, called_off, 0).ok());
  const Table limited =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' turn_limit: 2 seats { player_id: 'ann' } "
                              "seats { player_id: 'bob' }"));
  Play(limited, {"a1", "b1"});
  EXPECT_EQ(host_.Get(limited).end_reason(), v1::END_REASON_TURN_LIMIT);
  EXPECT_THAT(ScoreTableOf(host_), IsEmpty());
}

TEST_F(ScoreboardTest, WhoLeavesAGameOfThreeHasLostHoweverItEnds) {
  const Table table =
      host_.Create(ReadConfig("kind: 'mnk' seats { player_id: 'ann' } seats { player_id: 'bob' } "
                              "seats { player_id: 'eve' }"));
  ASSERT_TRUE(Resign(table, 0).ok());
  EXPECT_THAT(ScoreTableOf(host_), IsEmpty()) << "the game goes on";
  for (const auto& [seat, move] : std::vector<std::pair<int, std::string>>{{1, "a1"},
                                                                           {2, "b2"},
                                                                           {1, "c3"},
                                                                           {2, "a2"},
                                                                           {1, "c2"},
                                                                           {2, "c1"},
                                                                           {1, "a3"},
                                                                           {2, "b3"},
                                                                           {1, "b1"}}) {
    ASSERT_TRUE(host_.Move(table, seat, move).ok()) << move;
  }
  EXPECT_EQ(host_.Get(table).cursor().status(), v1::GAME_STATUS_DRAWN);
  EXPECT_THAT(ScoreTableOf(host_), ElementsAre("1 bob 0-1-0", "1 eve 0-1-0", "3 ann 0-0-1"));
}

// --- Which games count ---

struct ScoredRow {
  const char* config;
  bool scored;
};

TEST(GameScoringTest, GamesOfPersonsFromTheUsualPositionCount) {
  for (const auto& [text, scored] : std::vector<ScoredRow>{
           {"kind: 'tic_tac_toe'", true},
           {"kind: 'tic_tac_toe' seats {} seats { open {} }", true},
           {"kind: 'tic_tac_toe' seats {} seats { invited {} } visibility: VISIBILITY_PRIVATE",
            true},
           {"kind: 'tic_tac_toe' draw_first_seat: true undo: UNDO_POLICY_NEVER", true},
           {"kind: 'tic_tac_toe' seats {} seats { bot { kind: 'random' } }", false},
           {"kind: 'tic_tac_toe' opening: 'b2'", false},
           {"kind: 'snakes_and_ladders'", true},
           {"kind: 'snakes_and_ladders' seed: 7", false},
           {"kind: 'bowling' seats {}", false},
           {"kind: 'bowling' seats {} seats {}", true},
           {"kind: 'battleship'", true},
       }) {
    const auto complete = CompleteConfig(ReadConfig(text), kTestMaxPlies);
    ASSERT_TRUE(complete.ok()) << complete.status();
    EXPECT_EQ(IsScored(*complete), scored) << text;
    TestHost host;
    const Table table = host.Create(ReadConfig(text));
    EXPECT_EQ(host.Events(table)[0].game_created().scored(), scored) << text;
  }
}

TEST_F(ScoreboardTest, AGameThatDoesNotCountChangesNothing) {
  const Table table = host_.Create(ReadConfig("kind: 'tic_tac_toe' opening: 'a1' opening: 'b1'"));
  Play(table, {"b2", "c1", "c3"});
  EXPECT_EQ(host_.Get(table).winner(), "X");
  EXPECT_THAT(ScoreTableOf(host_), IsEmpty());
}

TEST_F(ScoreboardTest, GamesOfApiKeysStandOnTheSharedBoard) {
  PlayToWin(CreateWithKey(TicTacToe()));
  PlayToWin(CreateWithKey(TicTacToe(), "other"));
  EXPECT_EQ(RecordOf(host_, "X", "tic_tac_toe", v1::SCORE_BOARD_SHARED), "2-0-0");
  EXPECT_EQ(RecordOf(host_, "X", "", v1::SCORE_BOARD_UNSPECIFIED), "2-0-0");
  EXPECT_EQ(RecordOf(host_, "X"), "0-0-0");
}

TEST_F(ScoreboardTest, NamesAreNormalisedAtEveryDoor) {
  Win("Zoe\u0308", "bob");
  for (const char* name : {"Zoë", " Zoë ", "Zoe\u0308"}) {
    EXPECT_EQ(RecordOf(host_, name), "1-0-0") << name;
    EXPECT_EQ(ScoreOf(host_, name).player_id(), "Zoë");
  }
  v1::GetScoreRequest request;
  request.set_player_id("a\tb");
  EXPECT_THAT(host_.Call(&GameHost::GetScore, {}, request),
              HasReason(v1::ERROR_REASON_INVALID_FIELD));
}

TEST_F(ScoreboardTest, WhoJoinsScoresUnderTheirOwnName) {
  const Table table = host_.Create(ReadConfig(
      "kind: 'tic_tac_toe' seats { player_id: 'ann' } seats { player_id: 'seat' open {} }"));
  ASSERT_TRUE(host_.Join(table.game_id, {}, "bob").ok());
  ASSERT_TRUE(Resign(table, 0).ok());
  EXPECT_THAT(ScoreTableOf(host_), ElementsAre("1 bob 1-0-0", "2 ann 0-0-1"));
}

// --- Tables ---

TEST_F(ScoreboardTest, EqualScoresShareARankInTheOrderOfTheirNames) {
  Win("ann", "zed");
  Win("Ann", "zed");
  Win("bob", "zed");
  Win("bob", "zed");
  Draw("eve", "fay");
  Win("eve", "zed");
  const std::vector<std::string> table = {"1 bob 2-0-0", "2 eve 1-1-0", "3 Ann 1-0-0",
                                          "3 ann 1-0-0", "5 fay 0-1-0", "6 zed 0-0-5"};
  for (const int page_size : {1, 2, 3, 4, 5, 6, 7, 0}) {
    EXPECT_EQ(ScoreTableOf(host_, "", page_size), table) << page_size;
    EXPECT_EQ(ScoreTableOf(host_, "tic_tac_toe", page_size), table) << page_size;
  }
  EXPECT_THAT(ScoreTableOf(host_, "reversi"), IsEmpty());
}

TEST_F(ScoreboardTest, AFullLastPageIsTheLast) {
  Win("ann", "bob");
  v1::ListScoresRequest request;
  request.set_board(v1::SCORE_BOARD_CASUAL);
  request.set_page_size(2);
  EXPECT_EQ(ScorePage(host_, request)->next_page_token(), "");
}

// Whoever does not move while pages are read is on exactly one of them.
TEST_F(ScoreboardTest, PagesAreStableWhileOthersMove) {
  for (int i = 10; i < 20; ++i) Draw(absl::StrCat("still ", i), absl::StrCat("rest ", i));
  v1::ListScoresRequest request;
  request.set_board(v1::SCORE_BOARD_CASUAL);
  request.set_page_size(4);
  std::multiset<std::string> seen;
  do {
    const auto page = ScorePage(host_, request);
    ASSERT_TRUE(page.ok()) << page.status();
    for (const v1::RankedScore& ranked : page->scores()) seen.insert(ranked.score().player_id());
    Win("mover", "other mover");
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty());
  for (int i = 10; i < 20; ++i) {
    EXPECT_EQ(seen.count(absl::StrCat("still ", i)), 1u);
    EXPECT_EQ(seen.count(absl::StrCat("rest ", i)), 1u);
  }
}

TEST_F(ScoreboardTest, ATokenIsGoodForItsTableOnly) {
  Win("ann", "bob");
  Win("eve", "bob");
  v1::ListScoresRequest request;
  request.set_board(v1::SCORE_BOARD_CASUAL);
  request.set_page_size(1);
  const std::string token = ScorePage(host_, request)->next_page_token();
  request.set_page_token(token);
  request.set_page_size(2);
  EXPECT_EQ(ScorePage(host_, request)->scores_size(), 2) << "another size may follow";
  request.set_kind("tic_tac_toe");
  EXPECT_THAT(ScorePage(host_, request), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  request.clear_kind();
  request.set_board(v1::SCORE_BOARD_SHARED);
  EXPECT_THAT(ScorePage(host_, request), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  request.set_board(v1::SCORE_BOARD_CASUAL);
  for (const std::string& bad :
       {token + "A", token.substr(1), std::string("x"), std::string("=")}) {
    request.set_page_token(bad);
    EXPECT_THAT(ScorePage(host_, request), HasReason(v1::ERROR_REASON_INVALID_FIELD)) << bad;
  }
}

// The longest name of all makes a token that is let in again.
TEST_F(ScoreboardTest, ATokenFitsItsFieldWhateverTheName) {
  std::string longest;
  for (int i = 0; i < 64; ++i) longest += "\U0001F600";
  Win(longest, "bob");
  v1::ListScoresRequest request;
  request.set_board(v1::SCORE_BOARD_CASUAL);
  request.set_page_size(1);
  const std::string token = ScorePage(host_, request)->next_page_token();
  EXPECT_LE(token.size(), 512u) << "request_checks.h: kMaxPageTokenLength";
  request.set_page_token(token);
  EXPECT_EQ(ScorePage(host_, request)->scores(0).score().player_id(), "bob");
}

TEST(ScoreboardLimitsTest, TablesBeyondThoseThatMayWaitAreRefused) {
  HostOptions options = TestOptions();
  options.max_waiting_listings = 0;
  TestHost host(options);
  EXPECT_THAT(host.Call(&GameHost::ListScores, {}, v1::ListScoresRequest()),
              HasReason(v1::ERROR_REASON_OVERLOADED));
  v1::GetScoreRequest request;
  request.set_player_id("ann");
  EXPECT_THAT(host.Call(&GameHost::GetScore, {}, request), HasReason(v1::ERROR_REASON_OVERLOADED));
}

}  // namespace
}  // namespace meeple::service

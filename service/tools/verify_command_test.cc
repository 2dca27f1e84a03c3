// Damage of every sort, and that it is named.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "meeple/storage/v1/summary.pb.h"
#include "service/core/event_bytes.h"
#include "service/core/game_check.h"
#include "service/journal/record_codec.h"
#include "service/journal/score_storage.h"
#include "service/tools/testing/journal_tool_test_base.h"

namespace meeple::tools {
namespace {

using service::JournalRecord;
using testing::AllOf;
using testing::HasSubstr;

class VerifyTest : public JournalToolTest {
 protected:
  void SetUp() override { MakeGames(); }

  // All of it is damaged, and the game; the other games are not.
  void ExpectNamed(const std::string& game_id, const std::string& words) {
    EXPECT_EQ(RunUntouching({"verify"}), kDamaged);
    EXPECT_THAT(out_, AllOf(HasSubstr(game_id), HasSubstr(words), HasSubstr("1 difference")));
    EXPECT_EQ(RunUntouching({"verify", game_id}), kDamaged);
    EXPECT_THAT(out_, HasSubstr(words));
    for (const std::string& other : {won_, hidden_, resigned_}) {
      if (other == game_id) continue;
      EXPECT_EQ(Run({"verify", other}), kFine) << out_;
    }
  }
  void ChangeSummary(const std::string& game_id,
                     const std::function<void(storage::v1::GameSummary& summary)>& change) {
    Tamper([&](service::Database& database) {
      const std::string key = service::GameKey(game_id);
      std::string value;
      storage::v1::GameSummary summary;
      ASSERT_TRUE(database.db().Get({}, database.summaries(), key, &value).ok());
      ASSERT_TRUE(summary.ParseFromString(value));
      change(summary);
      value = summary.SerializeAsString();
      ASSERT_TRUE(database.db().Put({}, database.summaries(), key, value).ok());
    });
  }
  // Writes another event in its place, with a right checksum.
  void ForgeEvent(const std::string& game_id, int64_t sequence,
                  const std::function<void(JournalRecord& record)>& forge) {
    ChangeEvent(game_id, sequence, [&](std::string& value) {
      const std::string key = service::EventKey(game_id, sequence);
      JournalRecord record = **service::DecodeRecord(key, value);
      forge(record);
      value = service::EncodeRecord(key, record);
    });
  }
};

TEST_F(VerifyTest, WholeJournalIsFine) {
  EXPECT_EQ(RunUntouching({"verify"}), kFine) << out_;
  EXPECT_THAT(out_, AllOf(HasSubstr("verified 3 games"), HasSubstr("no damage")));
  EXPECT_EQ(RunUntouching({"verify", won_}), kFine);
  EXPECT_THAT(out_, HasSubstr("verified 1 game with"));
  EXPECT_EQ(Run({"verify", "nothing"}), kUnusable);
}

TEST_F(VerifyTest, FlippedBitIsNamed) {
  ChangeEvent(won_, 4, [](std::string& value) { value[value.size() / 2] ^= 1; });
  ExpectNamed(won_, "event 4 of game '" + won_ + "' does not match its checksum");
}

TEST_F(VerifyTest, EventOfAnUnknownVersionIsNamed) {
  ChangeEvent(won_, 4, [](std::string& value) { value[0] = 9; });
  ExpectNamed(won_, "unknown version");
}

TEST_F(VerifyTest, EventInThePlaceOfAnotherIsNamed) {
  std::string other;
  ChangeEvent(won_, 4, [&](const std::string& value) { other = value; });
  ChangeEvent(won_, 3, [&](std::string& value) { value = other; });
  ExpectNamed(won_, "event 3 of game");
}

TEST_F(VerifyTest, MissingEventIsNamed) {
  DeleteEvent(won_, 3);
  ExpectNamed(won_, "event 3 of game '" + won_ + "' is missing");
}

TEST_F(VerifyTest, GroupThatIsCutOffIsNamed) {
  DeleteEvent(won_, 9);
  ExpectNamed(won_, "the rest of what its call did is missing");
}

TEST_F(VerifyTest, GameWithoutItsBeginningIsNamed) {
  DeleteEvent(resigned_, 1);
  ExpectNamed(resigned_, "event 1 of game '" + resigned_ + "' is missing");
}

TEST_F(VerifyTest, GroupsThatOverlapAreNamed) {
  ForgeEvent(won_, 3, [](JournalRecord& record) { record.group_size = 2; });
  ExpectNamed(won_, "event 4 is 1 of 1 events of its call, where 2 of 2 is expected");
}

TEST_F(VerifyTest, EventThatSaysItIsAnotherIsNamed) {
  std::string fourth;
  ForgeEvent(won_, 4, [&](const JournalRecord& record) { fourth = record.public_event; });
  ForgeEvent(won_, 3, [&](JournalRecord& record) { record.public_event = fourth; });
  ExpectNamed(won_, "event 3 says that it is event 4");
}

TEST_F(VerifyTest, EventThatCannotBeReadIsNamed) {
  ForgeEvent(won_, 3, [](JournalRecord& record) { record.public_event = "junk"; });
  ExpectNamed(won_, "event 3 cannot be read");
  ForgeEvent(won_, 3, [](JournalRecord& record) { record.public_event = ""; });
  ExpectNamed(won_, "event 3 cannot be read");
}

TEST_F(VerifyTest, ViewOfASeatIsReadToo) {
  ForgeEvent(hidden_, 3, [](JournalRecord& record) {
    ASSERT_FALSE(record.seat_events.empty());
    record.seat_events.front().event = "junk";
  });
  ExpectNamed(hidden_, "event 3 as seat 0 reads it cannot be read");
}

// --- What the events make of it ---

TEST_F(VerifyTest, MoveThatTheRulesForbidIsNamed) {
  std::string third;
  ForgeEvent(won_, 3, [&](const JournalRecord& record) { third = record.public_event; });
  ForgeEvent(won_, 5, [&](JournalRecord& record) {
    v1::GameEvent move = *service::ParseEvent(record.public_event);
    *move.mutable_move_applied() = service::ParseEvent(third)->move_applied();
    record.public_event = service::EncodeEvent(move);
  });
  ExpectNamed(won_, "event 5: it cannot happen");
}

TEST_F(VerifyTest, EventAfterWhichTheGameStandsOtherwiseIsNamed) {
  ForgeEvent(won_, 4, [&](JournalRecord& record) {
    v1::GameEvent move = *service::ParseEvent(record.public_event);
    move.mutable_cursor()->set_turn_index(1);
    record.public_event = service::EncodeEvent(move);
  });
  ExpectNamed(won_, "event 4: the game stands otherwise after it than it says");
}

TEST_F(VerifyTest, SummaryThatIsNotThatOfTheEventsIsNamed) {
  ChangeSummary(won_, [](storage::v1::GameSummary& summary) { summary.set_winner("O"); });
  ExpectNamed(won_, "its summary is not that of its events: modified: winner: \"X\" -> \"O\"");
}

TEST_F(VerifyTest, SummaryOfAnEarlierTimeIsNamed) {
  ChangeSummary(hidden_, [](storage::v1::GameSummary& summary) { summary.set_sequence(2); });
  ExpectNamed(hidden_, "its summary is not that of its events: modified: sequence: 3 -> 2");
}

TEST_F(VerifyTest, SummaryThatIsMissingOrAloneIsNamed) {
  Tamper([&](service::Database& database) {
    ASSERT_TRUE(database.db().Delete({}, database.summaries(), service::GameKey(hidden_)).ok());
  });
  ExpectNamed(hidden_, "has events, and no summary");
  for (int64_t sequence = 1; sequence <= 3; ++sequence) DeleteEvent(hidden_, sequence);
  Tamper([](service::Database& database) {
    ASSERT_TRUE(database.db().Put({}, database.summaries(), service::GameKey("lost"), "x").ok());
  });
  EXPECT_EQ(Run({"verify"}), kDamaged);
  // Its row of a list and its entry of the lobby, too, are of a game that is gone.
  EXPECT_THAT(out_, AllOf(HasSubstr("game 'lost': has a summary, and no events"),
                          HasSubstr("of the feed 'lobby' names game '" + hidden_),
                          HasSubstr("3 differences")));
}

TEST_F(VerifyTest, AgendaThatIsNotThatOfTheSummariesIsNamed) {
  Tamper([](service::Database& database) {
    const std::string key = service::AgendaKey({.due_milliseconds = 1, .kind = 1}, "gone");
    ASSERT_TRUE(database.db().Put({}, database.agenda(), key, "").ok());
  });
  EXPECT_EQ(Run({"verify"}), kDamaged);
  EXPECT_THAT(out_, HasSubstr("the agenda has an entry for game 'gone'"));
  ChangeSummary(won_, [](storage::v1::GameSummary& summary) { summary.add_agenda()->set_kind(2); });
  EXPECT_EQ(Run({"verify"}), kDamaged);
  EXPECT_THAT(out_, HasSubstr("the summary of game '" + won_ + "' names an entry that the agenda"));
}

// --- Damage to the files ---

class VerifyTableTest : public JournalToolTest {
 protected:
  static constexpr int kGames = 200;

  void SetUp() override {
    // With moves, so that the largest table is that of the events.
    Serve([](service::TestHost& host) {
      for (int game = 0; game < kGames; ++game) {
        const service::Table table = host.Create();
        int seat = 0;
        for (const char* move : {"a1", "b1", "c1", "a2", "b2"}) {
          ASSERT_TRUE(host.Move(table, seat, move).ok());
          seat = 1 - seat;
        }
      }
    });
  }
};

TEST_F(VerifyTableTest, GamesInADamagedBlockAreFoundByTheirSummaries) {
  service::ChangeFile(service::LargestTablePath(data_),
                      [](std::string& bytes) { bytes[bytes.size() / 2] ^= 1; });
  EXPECT_EQ(RunUntouching({"verify"}), kDamaged);
  EXPECT_THAT(out_,
              AllOf(HasSubstr("verified 200 games"), HasSubstr("reading the events of game '"),
                    HasSubstr("block checksum mismatch")));
  EXPECT_EQ(RunUntouching({"export"}), kDamaged);
  const int64_t whole = std::ranges::count(out_, '\n');
  EXPECT_LT(whole, kGames);
  EXPECT_GT(whole, kGames * 9 / 10);
  EXPECT_EQ(RunUntouching({"dump"}), kDamaged);
  EXPECT_EQ(RunUntouching({"stats"}), kDamaged);
  EXPECT_THAT(err_, HasSubstr("run verify"));
}

TEST_F(VerifyTest, EveryDamagedGameIsNamedOnce) {
  DeleteEvent(won_, 3);
  DeleteEvent(won_, 5);
  DeleteEvent(resigned_, 2);
  EXPECT_EQ(Run({"verify"}), kDamaged);
  EXPECT_THAT(out_, AllOf(HasSubstr("event 3 of game '" + won_), HasSubstr("event 2 of game"),
                          HasSubstr("2 differences"), testing::Not(HasSubstr("event 5"))));
}

// --- Scores ---

class VerifyScoresTest : public VerifyTest {
 protected:
  // A score that no game accounts for, and one less than the games say.
  void ForgeScores() {
    Tamper([](service::Database& database) {
      const std::string key = service::ScoreKey("casual/", "eve");
      ASSERT_TRUE(
          database.db().Put({}, database.scores(), key, service::EncodeCounts({.wins = 9})).ok());
      const std::string rank = service::RankKey("casual/", {{.wins = 1}, "X"});
      ASSERT_TRUE(database.db().Delete({}, database.scores(), rank).ok());
    });
  }
};

TEST_F(VerifyScoresTest, ScoresThatTheGamesDoNotMakeAreNamed) {
  ForgeScores();
  EXPECT_EQ(RunUntouching({"verify"}), kDamaged);
  EXPECT_THAT(
      out_, AllOf(HasSubstr("'eve' in 'casual/' have an entry"), HasSubstr("'X' in 'casual/' lack"),
                  HasSubstr("2 differences"), HasSubstr("rebuild-scores")));
}

TEST_F(VerifyScoresTest, RebuildingMakesThemWhole) {
  ForgeScores();
  EXPECT_EQ(Run({"rebuild-scores"}), kFine) << err_;
  EXPECT_THAT(out_, HasSubstr("counted 3 games: 2 entries of the scores changed"));
  EXPECT_EQ(Run({"verify"}), kFine) << out_;
  EXPECT_EQ(Run({"rebuild-scores"}), kFine);
  EXPECT_THAT(out_, HasSubstr("0 entries"));
  Serve([](service::TestHost& host) {
    v1::GetScoreRequest request;
    request.set_player_id("X");
    request.set_board(v1::SCORE_BOARD_CASUAL);
    EXPECT_EQ(host.Call(&service::GameHost::GetScore, {}, request)->score().wins(), 1);
  });
}

TEST_F(VerifyScoresTest, ADamagedGameCountsForNobodyAndIsTold) {
  DeleteEvent(won_, 3);
  EXPECT_EQ(Run({"verify"}), kDamaged);
  EXPECT_THAT(out_, HasSubstr("the scores were not compared"));
  EXPECT_EQ(Run({"rebuild-scores"}), kDamaged);
  EXPECT_THAT(err_, HasSubstr(won_));
  EXPECT_THAT(out_, HasSubstr("counted 2 games: 8 entries"));
}

TEST_F(VerifyScoresTest, RebuildingMakesNoJournalWhereThereIsNone) {
  EXPECT_EQ(RunOn(directory_ / "typo", {"rebuild-scores"}), kUnusable);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "typo"));
}

}  // namespace
}  // namespace meeple::tools

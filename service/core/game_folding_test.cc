#include "service/core/game_folding.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "service/core/event_bytes.h"
#include "service/core/testing/test_host.h"

namespace meeple::service {
namespace {

constexpr int kAll = 1'000'000;

// The records of a game of tic-tac-toe that X won in the fifth move: 8 events.
class GameFoldingTest : public testing::Test {
 protected:
  void SetUp() override {
    PlayOn(host_);
    ASSERT_EQ(records_.size(), 8u);
  }

  void PlayOn(TestHost& host) {
    const Table table = host.Create();
    game_id_ = table.game_id;
    int seat = 0;
    for (const char* move : {"a1", "b1", "b2", "c1", "c3"}) {
      ASSERT_TRUE(host.Move(table, seat, move).ok());
      seat = 1 - seat;
    }
    records_ = *journal_.Read(game_id_, 0, kAll);
  }

  absl::StatusOr<GameHistory> Fold() const { return FoldGame(game_id_, records_, {}); }

  // Changes the record of an event, and the event in it.
  void Change(size_t sequence, const std::function<void(JournalRecord&, v1::GameEvent&)>& change) {
    SharedRecord& shared = records_[sequence - 1];
    JournalRecord record = *shared;
    v1::GameEvent event = DecodeEvents({&shared, 1}, engine::kSpectator).front();
    change(record, event);
    record.public_event = EncodeEvent(event);
    shared = std::make_shared<JournalRecord>(std::move(record));
  }

  void ExpectDamaged(const std::string& why) const {
    const auto history = Fold();
    ASSERT_FALSE(history.ok());
    EXPECT_EQ(history.status().code(), absl::StatusCode::kDataLoss);
    EXPECT_NE(history.status().message().find(why), absl::string_view::npos) << history.status();
  }

  MemoryJournal journal_;
  TestHost host_{TestOptions(), &journal_};
  std::string game_id_;
  std::vector<SharedRecord> records_;
};

TEST_F(GameFoldingTest, EveryWholePartOfALogIsAGame) {
  for (const size_t length : {8u, 6u, 5u, 4u, 3u, 2u}) {
    records_.resize(length);
    const auto history = Fold();
    ASSERT_TRUE(history.ok()) << history.status();
    EXPECT_EQ(history->state->sequence(), static_cast<int64_t>(length));
    EXPECT_EQ(history->log.head(), static_cast<int64_t>(length));
    EXPECT_EQ(history->state->game().over(), length == 8);
  }
}

TEST_F(GameFoldingTest, NoEventsAreNoGame) {
  records_.clear();
  ExpectDamaged("no events");
}

TEST_F(GameFoldingTest, AGroupIsWholeOrDamaged) {
  records_.pop_back();
  ExpectDamaged("event 7: the events of its call are not all there");
  records_.resize(1);
  ExpectDamaged("event 1: the events of its call are not all there");
}

TEST_F(GameFoldingTest, AnEventInAnothersPlaceIsFoundOut) {
  std::swap(records_[2], records_[3]);
  ExpectDamaged("event 4: it cannot happen: it is not the next event");
}

TEST_F(GameFoldingTest, AnIllegalMoveIsFoundOut) {
  Change(4, [](JournalRecord&, v1::GameEvent& event) {
    event.mutable_move_applied()->mutable_move()->mutable_cell()->set_column(0);
  });
  ExpectDamaged("event 4: it cannot happen");
}

TEST_F(GameFoldingTest, AMoveOfAnotherPlayerIsFoundOut) {
  Change(4, [](JournalRecord&, v1::GameEvent& event) {
    event.mutable_move_applied()->mutable_move()->set_player_id("X");
  });
  ExpectDamaged("event 4: it cannot happen: it was not that player's turn");
}

TEST_F(GameFoldingTest, ACursorThatIsNotTheGamesIsFoundOut) {
  Change(5, [](JournalRecord&, v1::GameEvent& event) { event.mutable_cursor()->set_turns(2); });
  ExpectDamaged("event 5: the game stands otherwise");
}

TEST_F(GameFoldingTest, AnotherWinnerIsFoundOut) {
  Change(8, [](JournalRecord&, v1::GameEvent& event) {
    event.mutable_game_finished()->set_winner("O");
  });
  ExpectDamaged("event 8: it cannot happen: somebody else has won");
}

// No matter whether the game could have ended so at another moment.
TEST_F(GameFoldingTest, AnotherReasonForTheEndIsFoundOut) {
  for (const v1::EndReason reason :
       {v1::END_REASON_UNSPECIFIED, v1::END_REASON_TIME, v1::END_REASON_ABANDONED}) {
    Change(8, [reason](JournalRecord&, v1::GameEvent& event) {
      event.mutable_game_finished()->set_end_reason(reason);
    });
    ExpectDamaged("event 8: it cannot happen: the game ended for another reason");
  }
}

TEST_F(GameFoldingTest, AnotherWinnerOfTheFinalResultIsFoundOut) {
  HostOptions options = TestOptions();
  options.final_after = absl::ZeroDuration();
  TestHost host(options, &journal_);
  PlayOn(host);
  ASSERT_EQ(records_.size(), 9u);
  ASSERT_TRUE(Fold().ok());
  Change(9,
         [](JournalRecord&, v1::GameEvent& event) { event.mutable_game_final()->set_winner("O"); });
  ExpectDamaged("event 9: it cannot happen: somebody else has won");
}

TEST_F(GameFoldingTest, AnEventOfNoKnownFormIsFoundOut) {
  Change(5, [](JournalRecord&, v1::GameEvent& event) { event.clear_detail(); });
  ExpectDamaged("event 5: it cannot happen: this release does not know such an event");
}

TEST_F(GameFoldingTest, WithoutItsConfigItIsNoGame) {
  Change(1, [](JournalRecord& record, v1::GameEvent&) { record.secret = "\xff"; });
  ExpectDamaged("event 1: it does not say what is played");
}

TEST_F(GameFoldingTest, OtherRulesThanTodaysAreNotPlayedByTodays) {
  Change(1, [](JournalRecord&, v1::GameEvent& event) {
    event.mutable_game_created()->set_rules_version(99);
  });
  ExpectDamaged("event 1: it is played by version 99 of its rules");
}

TEST_F(GameFoldingTest, NothingFollowsWhatIsFinal) {
  Change(8, [](JournalRecord&, v1::GameEvent& event) { event.mutable_game_final(); });
  Change(7, [](JournalRecord&, v1::GameEvent& event) { event.mutable_game_final(); });
  ExpectDamaged("event 7: it cannot happen: the game was not over");
}

}  // namespace
}  // namespace meeple::service

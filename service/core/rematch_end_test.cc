// Rematches that all agreed on and that the server cannot make.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/conversion.h"
#include "service/core/rematch.h"
#include "service/core/server_secret.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/unreadable_journal.h"

namespace meeple::service {
namespace {

class RematchEndTest : public testing::Test {
 protected:
  explicit RematchEndTest(int64_t max_games = 1'000) {
    HostOptions options = TestOptions();
    options.max_games = max_games;
    host_ = std::make_unique<TestHost>(options, &journal_);
    table_ = host_->Create();
  }

  // Both agree; returns what the last answer says of it.
  v1::AnswerOfferResponse Agree() {
    EXPECT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table_, 0).ok());
    v1::MakeOfferRequest offer;
    offer.set_game_id(table_.game_id);
    offer.set_kind(v1::OFFER_KIND_REMATCH);
    const auto made = host_->Call(&GameHost::MakeOffer, table_.seats[0], offer);
    EXPECT_TRUE(made.ok()) << made.status();
    v1::AnswerOfferRequest answer;
    answer.set_game_id(table_.game_id);
    answer.set_offer_id(made->sequence());
    answer.set_answer(v1::OFFER_ANSWER_ACCEPT);
    return host_->Call(&GameHost::AnswerOffer, table_.seats[1], answer).value();
  }
  std::string RematchId() const {
    return ServerSecret(TestOptions().secret)
        .GameIdFor(absl::StrCat("rematch/", table_.game_id), "");
  }
  // Lets seconds pass, as slowly as the host likes, until the game is final.
  void AwaitFinalBySeconds() {
    v1::WatchGameRequest request;
    request.set_game_id(table_.game_id);
    const auto watch = WatchReader::Open(host_->host(), Caller{}, request).value();
    int seconds = 0;
    while (!host_->Events(table_).back().has_game_final() && ++seconds < 100'000) {
      host_->clock().Advance(absl::Seconds(1));
      std::this_thread::yield();
    }
    watch->ReadToEnd();
  }

  // The end without a rematch: told, final, and nothing to be done any more.
  void ExpectGivenUp() {
    const std::vector<v1::GameEvent> events = host_->Events(table_);
    ASSERT_GE(events.size(), 2u);
    const v1::GameEvent& told = events[events.size() - 2];
    EXPECT_EQ(told.offer_answered().outcome(), v1::OFFER_OUTCOME_VOID) << told.ShortDebugString();
    EXPECT_EQ(told.offer_answered().next_game_id(), "");
    EXPECT_EQ(told.actor(), "");
    EXPECT_TRUE(events.back().has_game_final());
    EXPECT_EQ(host_->Get(table_).next_game_id(), "");
    EXPECT_EQ(host_->Get(table_).offers_size(), 0);
    EXPECT_TRUE(journal_.ReadAgenda(std::nullopt, 10)->empty());
  }

  UnreadableJournal journal_;
  std::unique_ptr<TestHost> host_;
  Table table_;
};

class RematchWithoutRoomTest : public RematchEndTest {
 protected:
  RematchWithoutRoomTest() : RematchEndTest(1) {}
};

TEST_F(RematchWithoutRoomTest, IsTriedForAMinute) {
  const v1::AnswerOfferResponse agreed = Agree();
  EXPECT_EQ(agreed.events(0).offer_answered().outcome(), v1::OFFER_OUTCOME_PENDING);
  EXPECT_EQ(host_->Get(table_).offers_size(), 1) << "it waits for the server";
  AwaitFinalBySeconds();
  ExpectGivenUp();
  EXPECT_GE(FromProto(host_->Events(table_).back().time()) - FromProto(agreed.events(0).time()),
            absl::Minutes(1));
}

// It goes on from what the agreement says, and folds the end like any event.
TEST_F(RematchWithoutRoomTest, WhatWasGivenUpStaysSoAfterARestart) {
  Agree();
  AwaitFinalBySeconds();
  host_.reset();
  host_ = std::make_unique<TestHost>(TestOptions(), &journal_);
  ExpectGivenUp();
  EXPECT_EQ(journal_.ListGames("", 10)->size(), 1u);
}

// Something stands in its place that no server reads: no time mends that.
TEST_F(RematchEndTest, IsGivenUpAtOnceWhereItCanNeverBe) {
  const std::string id = RematchId();
  auto junk = std::make_shared<JournalRecord>();
  junk->sequence = 1;
  junk->group_size = 1;
  junk->public_event = "junk";
  journal_.Append({.game_id = id, .expected_next_sequence = 1, .records = {junk}, .summary = ""},
                  [](AppendOutcome outcome) { ASSERT_EQ(outcome, AppendOutcome::kDurable); });
  Agree();
  ExpectGivenUp();
}

// It may have been made: only who looks can tell.
TEST_F(RematchEndTest, IsNotGivenUpWhereNobodyCouldLook) {
  journal_.unreadable = RematchId();
  journal_.is_unreadable = true;
  Agree();
  for (int second = 0; second < 200; ++second) {
    host_->clock().Advance(absl::Seconds(1));
    std::this_thread::yield();
  }
  EXPECT_FALSE(host_->Events(table_).back().has_game_final());
  journal_.is_unreadable = false;
  AwaitFinalBySeconds();
  EXPECT_EQ(host_->Get(table_).next_game_id(), RematchId());
}

}  // namespace
}  // namespace meeple::service

#include "service/core/allocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "service/core/testing/configs.h"
#include "service/core/testing/fake_clock.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/test_host.h"

namespace meeple::service {
namespace {

constexpr char kId[] = "11111111-aaaa-4bbb-8ccc-00000000000";

const Caller kMatchmaker = {
    .kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "lobby"};

class AllocationTest : public testing::Test {
 protected:
  // Tic-tac-toe under the numbers of these request ids.
  static v1::AllocateGamesRequest Request(const std::string& digits) {
    v1::AllocateGamesRequest request;
    for (const char digit : digits) {
      v1::GameAllocation& game = *request.add_games();
      game.set_request_id(std::string(kId) + digit);
      game.mutable_config()->set_kind("tic_tac_toe");
    }
    return request;
  }

  void Allocate(const v1::AllocateGamesRequest& request, const Caller& caller = kMatchmaker) {
    answer_.reset();
    AllocateGames(core_, caller, request, [this](absl::StatusOr<v1::AllocateGamesResponse> answer) {
      EXPECT_FALSE(answer_.has_value()) << "a call is answered once";
      answer_ = std::move(answer);
    });
  }

  ManualJournal journal_;
  FakeClock clock_;
  HostCore core_{TestOptions(), journal_, clock_};
  std::optional<absl::StatusOr<v1::AllocateGamesResponse>> answer_;
};

TEST_F(AllocationTest, IsAnsweredOnceEveryGameIsDecided) {
  Allocate(Request("123"));
  EXPECT_EQ(journal_.waiting(), 3u) << "no game waits for another";
  journal_.AnswerNext(AppendOutcome::kDurable);
  journal_.AnswerNext(AppendOutcome::kUnknown);
  EXPECT_FALSE(answer_.has_value());
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(answer_.has_value() && answer_->ok());
  const auto& results = (*answer_)->results();
  ASSERT_EQ(results.size(), 3);
  EXPECT_TRUE(results[0].has_allocated());
  ASSERT_TRUE(results[1].has_error());
  EXPECT_EQ(results[1].error().code(), static_cast<int>(absl::StatusCode::kUnavailable));
  EXPECT_TRUE(results[2].has_allocated());
}

TEST_F(AllocationTest, ARepeatInOneCallWaitsForTheFirst) {
  Allocate(Request("11"));
  EXPECT_EQ(journal_.waiting(), 1u);
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(answer_.has_value() && answer_->ok());
  EXPECT_EQ((*answer_)->results(0).SerializeAsString(), (*answer_)->results(1).SerializeAsString());
  EXPECT_EQ(core_.games().size(), 1);
}

TEST_F(AllocationTest, TheKeyThatAskedIsKeptWithTheGame) {
  journal_.SetAutomatic(true);
  Allocate(Request("1"));
  ASSERT_TRUE(answer_.has_value() && answer_->ok());
  const std::string id = (*answer_)->results(0).allocated().game().game_id();
  const auto records = journal_.Read(id, 0, 10);
  ASSERT_TRUE(records.ok());
  EXPECT_EQ(records->front()->caller_key, "lobby");
  EXPECT_EQ(core_.games().Find(id)->setup().creator, "lobby");
}

TEST_F(AllocationTest, GamesAreTheirKeysAlsoOnceTheyLeftMemory) {
  TestHost host;
  const v1::AllocateGamesRequest request = Request("12");
  const auto first = host.Call(&GameHost::AllocateGames, kMatchmaker, request);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(host.EvictAll(), 2u);
  const auto again = host.Call(&GameHost::AllocateGames, kMatchmaker, request);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->SerializeAsString(), first->SerializeAsString());
  EXPECT_EQ(host.EvictAll(), 2u);
  v1::AbandonRequest abandon;
  abandon.set_game_id(first->results(0).allocated().game().game_id());
  Caller other = kMatchmaker;
  other.key_name = "arena";
  EXPECT_THAT(host.Call(&GameHost::Abandon, other, abandon),
              HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_TRUE(host.Call(&GameHost::Abandon, kMatchmaker, abandon).ok());
}

TEST_F(AllocationTest, IsForMatchmakersAlone) {
  Allocate(Request("1"), Caller{});
  EXPECT_THAT(*answer_, HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  Caller admin = kMatchmaker;
  admin.role = Role::kAdmin;
  for (const Caller& caller :
       {admin, Caller{.kind = CallerKind::kSeat}, Caller{.kind = CallerKind::kWatch}}) {
    Allocate(Request("1"), caller);
    EXPECT_THAT(*answer_, HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  }
  EXPECT_EQ(core_.games().size(), 0);
}

TEST_F(AllocationTest, IsRefusedAsAWholeOnceTheServerDrains) {
  core_.StartDraining();
  Allocate(Request("1"));
  EXPECT_THAT(*answer_, HasReason(v1::ERROR_REASON_SERVER_DRAINING));
}

}  // namespace
}  // namespace meeple::service

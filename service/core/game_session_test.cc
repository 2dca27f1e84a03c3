// The commit path of a game, seen through a journal that answers when the test says so.

#include "service/core/game_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "service/core/errors.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"

namespace meeple::service {
namespace {

template <class Response>
using Answer = std::future<absl::StatusOr<Response>>;

template <class Response>
bool IsReady(const Answer<Response>& answer) {
  return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

class CommitPathTest : public testing::Test {
 protected:
  static HostOptions Options() {
    HostOptions options = TestOptions();
    options.max_waiting_mutations = 2;
    options.max_waiting_reads = 3;
    return options;
  }

  void SetUp() override {
    journal_.SetAutomatic(true);
    table_ = host_.Create();
    journal_.SetAutomatic(false);
  }

  // Begins a call and does not wait for its answer.
  template <class Request, class Response>
  Answer<Response> Begin(void (GameHost::*rpc)(const Caller&, const Request&,
                                               GameHost::Done<Response>),
                         const Caller& caller, const Request& request) {
    auto promise = std::make_shared<std::promise<absl::StatusOr<Response>>>();
    (host_.host().*rpc)(caller, request, [promise](absl::StatusOr<Response> response) {
      promise->set_value(std::move(response));
    });
    return promise->get_future();
  }

  Answer<v1::SubmitMoveResponse> BeginMove(int seat, const std::string& notation,
                                           const std::string& request_id = "") {
    return Begin(&GameHost::SubmitMove, table_.seats[static_cast<size_t>(seat)],
                 TestHost::MakeMove(table_, notation, request_id));
  }

  Answer<v1::GetGameResponse> BeginGet() {
    v1::GetGameRequest request;
    request.set_game_id(table_.game_id);
    return Begin(&GameHost::GetGame, Caller{}, request);
  }

  std::shared_ptr<WatchReader> WatchFromHead() {
    v1::WatchGameRequest request;
    request.set_game_id(table_.game_id);
    request.set_after_sequence(2);
    return WatchReader::Open(host_.host(), Caller{}, request).value();
  }

  ManualJournal journal_;
  TestHost host_{Options(), &journal_};
  Table table_;
};

TEST_F(CommitPathTest, NothingIsVisibleOrAcknowledgedBeforeItIsDurable) {
  const auto watch = WatchFromHead();
  auto move = BeginMove(0, "b2");
  auto get = BeginGet();
  ASSERT_EQ(journal_.waiting(), 1u);
  EXPECT_FALSE(IsReady(move));
  EXPECT_FALSE(IsReady(get));
  EXPECT_EQ(host_.Events(table_).size(), 2u);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);

  journal_.AnswerNext(AppendOutcome::kDurable);
  EXPECT_EQ(move.get()->durability(), v1::DURABILITY_SYNCED);
  EXPECT_EQ(get.get()->game().cursor().turns(), 1);
  EXPECT_EQ(host_.Events(table_).size(), 3u);
  EXPECT_EQ(watch->Read()->events().events(0).text(), "X plays X at (1,1)");
}

TEST_F(CommitPathTest, CallsThatWaitAreDecidedInOrderOnTheDurableState) {
  auto first = BeginMove(0, "b2");
  auto taken = BeginMove(1, "b2");
  auto good = BeginMove(1, "a1");
  EXPECT_EQ(journal_.waiting(), 1u) << "at most one mutation of a game is in flight";
  journal_.AnswerNext(AppendOutcome::kDurable);
  EXPECT_TRUE(first.get().ok());
  EXPECT_EQ(ReasonOf(taken.get().status()), v1::ERROR_REASON_CELL_TAKEN);
  EXPECT_FALSE(IsReady(good)) << "it is in flight itself now";
  journal_.AnswerNext(AppendOutcome::kDurable);
  EXPECT_EQ(good.get()->sequence(), 4);
}

TEST_F(CommitPathTest, ARepeatWaitsForThePendingFirstAndGetsItsAnswer) {
  const std::string id = "6b0a3a52-1f5e-4f0e-9d3c-0d0c8f6f2a11";
  auto first = BeginMove(0, "b2", id);
  auto repeat = BeginMove(0, "b2", id);
  auto reused = BeginMove(0, "b3", id);
  EXPECT_FALSE(IsReady(repeat));
  journal_.AnswerNext(AppendOutcome::kDurable);
  EXPECT_EQ(repeat.get()->SerializeAsString(), first.get()->SerializeAsString());
  EXPECT_EQ(ReasonOf(reused.get().status()), v1::ERROR_REASON_REQUEST_ID_REUSED);
  EXPECT_EQ(journal_.waiting(), 0u);
}

TEST_F(CommitPathTest, BeyondTheLimitsOfWaitingCallsAreOverloaded) {
  auto first = BeginMove(0, "b2");
  std::vector<Answer<v1::SubmitMoveResponse>> moves;
  for (int i = 0; i < 2; ++i) moves.push_back(BeginMove(1, "b2"));
  std::vector<Answer<v1::GetGameResponse>> reads;
  for (int i = 0; i < 3; ++i) reads.push_back(BeginGet());

  EXPECT_EQ(ReasonOf(BeginMove(1, "a1").get().status()), v1::ERROR_REASON_OVERLOADED);
  const absl::Status refused = BeginGet().get().status();
  EXPECT_EQ(ReasonOf(refused), v1::ERROR_REASON_OVERLOADED);
  EXPECT_TRUE(refused.GetPayload("type.googleapis.com/google.rpc.RetryInfo").has_value());

  journal_.AnswerNext(AppendOutcome::kDurable);
  for (auto& move : moves) {
    EXPECT_EQ(ReasonOf(move.get().status()), v1::ERROR_REASON_CELL_TAKEN);
  }
  for (auto& read : reads) EXPECT_TRUE(read.get().ok());
  auto after = BeginGet();
  EXPECT_TRUE(after.get().ok()) << "there is room again";
}

class UnknownOutcomeTest : public CommitPathTest,
                           public testing::WithParamInterface<AppendOutcome> {};

TEST_P(UnknownOutcomeTest, TellsEverybodyAndShowsNothing) {
  const auto watch = WatchFromHead();
  auto move = BeginMove(0, "b2");
  auto waiting = BeginMove(1, "a1");
  auto get = BeginGet();
  journal_.AnswerNext(GetParam());
  EXPECT_EQ(ReasonOf(move.get().status()), v1::ERROR_REASON_JOURNAL_UNAVAILABLE);
  EXPECT_EQ(ReasonOf(waiting.get().status()), v1::ERROR_REASON_JOURNAL_UNAVAILABLE);
  EXPECT_EQ(ReasonOf(get.get().status()), v1::ERROR_REASON_JOURNAL_UNAVAILABLE);
  EXPECT_EQ(host_.Events(table_).size(), 2u);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  EXPECT_EQ(ReasonOf(BeginGet().get().status()), v1::ERROR_REASON_JOURNAL_UNAVAILABLE)
      << "memory may be ahead of the journal: no answer rests on it";
}

INSTANTIATE_TEST_SUITE_P(Outcomes, UnknownOutcomeTest,
                         testing::Values(AppendOutcome::kUnknown, AppendOutcome::kConflict));

TEST_F(CommitPathTest, AGameThatIsNotDurableYetIsNotShown) {
  v1::CreateGameRequest request;
  request.set_request_id("0f4f7a4c-58d6-4a52-8d6c-3c3b0a0f9c55");
  request.mutable_config()->set_kind("tic_tac_toe");
  auto first = Begin(&GameHost::CreateGame, Caller{}, request);
  auto repeat = Begin(&GameHost::CreateGame, Caller{}, request);
  EXPECT_FALSE(IsReady(first));
  EXPECT_FALSE(IsReady(repeat));
  journal_.AnswerNext(AppendOutcome::kDurable);
  EXPECT_EQ(first.get()->SerializeAsString(), repeat.get()->SerializeAsString());
  EXPECT_EQ(journal_.waiting(), 0u);
}

}  // namespace
}  // namespace meeple::service

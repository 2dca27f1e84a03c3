// The commit path of a game, seen through a journal that answers when the test says so.

#include "service/core/game_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "service/core/errors.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"

namespace meeple::service {
namespace {

constexpr char kRequestId[] = "0f4f7a4c-58d6-4a52-8d6c-3c3b0a0f9c55";

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
  HostOptions OptionsThatTellDefects() {
    HostOptions options = Options();
    options.on_defect = [this](const std::string& line) { defects_.push_back(line); };
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

  void TearDown() override { journal_.Forget(); }

  std::vector<std::string> defects_;
  ManualJournal journal_;
  TestHost host_{OptionsThatTellDefects(), &journal_};
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

struct NotKept {
  AppendOutcome outcome;
  v1::ErrorReason told;
};

class NotKeptTest : public CommitPathTest, public testing::WithParamInterface<NotKept> {};

TEST_P(NotKeptTest, EverybodyIsToldAndNothingShown) {
  const auto watch = WatchFromHead();
  auto move = BeginMove(0, "b2");
  auto waiting = BeginMove(1, "a1");
  auto get = BeginGet();
  journal_.AnswerNext(GetParam().outcome);
  EXPECT_EQ(ReasonOf(move.get().status()), GetParam().told);
  EXPECT_EQ(ReasonOf(waiting.get().status()), GetParam().told);
  EXPECT_EQ(ReasonOf(get.get().status()), GetParam().told);
  EXPECT_EQ(host_.Events(table_).size(), 2u);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
}

// Memory may be ahead of the journal, and no answer rests on it.
TEST_P(NotKeptTest, WhoeverComesNextFindsTheGameAsItIsStored) {
  const auto watch = WatchFromHead();
  auto move = BeginMove(0, "b2", kRequestId);
  journal_.AnswerNext(GetParam().outcome);
  move.get().IgnoreError();
  journal_.SetAutomatic(true);
  const auto game = BeginGet().get();
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->game().sequence(), 2);
  const auto again = BeginMove(0, "b2", kRequestId).get();
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->events(0).sequence(), 3);
  EXPECT_EQ(watch->Read()->events().events(0).sequence(), 3);
}

INSTANTIATE_TEST_SUITE_P(
    Outcomes, NotKeptTest,
    testing::Values(NotKept{AppendOutcome::kUnknown, v1::ERROR_REASON_JOURNAL_UNAVAILABLE},
                    NotKept{AppendOutcome::kConflict, v1::ERROR_REASON_JOURNAL_UNAVAILABLE},
                    NotKept{AppendOutcome::kOverloaded, v1::ERROR_REASON_OVERLOADED}));

TEST_F(CommitPathTest, AConflictIsADefectAndTold) {
  auto move = BeginMove(0, "b2");
  journal_.AnswerNext(AppendOutcome::kUnknown);
  EXPECT_FALSE(move.get().ok());
  EXPECT_THAT(defects_, testing::IsEmpty());
  move = BeginMove(0, "b2");
  journal_.AnswerNext(AppendOutcome::kConflict);
  EXPECT_FALSE(move.get().ok());
  EXPECT_THAT(defects_, testing::ElementsAre(testing::HasSubstr(table_.game_id)));
}

// The game goes on by itself, whether somebody has it read anew meanwhile or nobody does.
class BotNotKeptTest : public CommitPathTest, public testing::WithParamInterface<bool> {};

INSTANTIATE_TEST_SUITE_P(Looks, BotNotKeptTest, testing::Bool());

TEST_P(BotNotKeptTest, ABotMovesAgain) {
  journal_.SetAutomatic(true);
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  config.add_seats();
  config.add_seats()->mutable_bot()->set_kind("perfect");
  table_ = host_.Create(config);
  const auto watch = WatchFromHead();
  journal_.SetAutomatic(false);
  auto move = BeginMove(0, "a1");
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(move.get().ok());
  EXPECT_EQ(watch->Read()->events().events(0).sequence(), 3);
  while (journal_.waiting() == 0) std::this_thread::yield();
  journal_.AnswerNext(AppendOutcome::kOverloaded);
  journal_.SetAutomatic(true);
  if (GetParam()) {
    EXPECT_TRUE(BeginGet().get().ok());
  }
  // Whoever began the move may not have been told yet.
  while (journal_.Read(table_.game_id, 0, 100)->size() < 4) {
    host_.clock().Advance(absl::Seconds(1));
    std::this_thread::yield();
  }
  EXPECT_EQ(watch->Read()->events().events(0).text(), "O plays O at (1,1)");
}

// A flag falls, and the server ends before the disk has it.
TEST_F(CommitPathTest, AHostThatEndsWaitsForWhatItsGamesBegan) {
  journal_.SetAutomatic(true);
  auto host = std::make_unique<TestHost>(TestOptions(), &journal_);
  const Table table =
      host->Create(ReadConfig("kind: 'tic_tac_toe' clock { initial { seconds: 9 } }"));
  journal_.SetAutomatic(false);
  host->clock().Advance(absl::Minutes(1));
  while (journal_.waiting() == 0) std::this_thread::yield();
  std::atomic<bool> ended = false;
  const std::jthread end([&] {
    host.reset();
    ended = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // time enough for what must not be
  EXPECT_FALSE(ended);
  journal_.AnswerNext(AppendOutcome::kDurable);
}

TEST_F(CommitPathTest, AGameThatIsNotDurableYetIsNotShown) {
  v1::CreateGameRequest request;
  request.set_request_id(kRequestId);
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

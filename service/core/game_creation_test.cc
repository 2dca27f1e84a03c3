// CreateGame: one request id, one game.

#include "service/core/game_creation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "service/core/errors.h"
#include "service/core/host_core.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/fake_clock.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

TEST_F(GameHostTest, ARepeatedCreateReturnsTheSameGameAsItBegan) {
  const Table table = host_.Create(TicTacToe(), kId1);
  Play(table, {"b2"});
  const Table again = host_.Create(TicTacToe(), kId1);
  EXPECT_EQ(again.created.SerializeAsString(), table.created.SerializeAsString());
  EXPECT_EQ(host_.host().levels().games, 1);
}

TEST_F(GameHostTest, ACreateWithOtherContentUnderTheSameIdIsRefused) {
  host_.Create(TicTacToe(), kId1);
  v1::CreateGameRequest request;
  request.set_request_id(kId1);
  *request.mutable_config() = TicTacToe();
  (*request.mutable_config()->mutable_parameters())["size"] = "4";
  EXPECT_EQ(ReasonOf(host_.TryCreate(request).status()), v1::ERROR_REASON_REQUEST_ID_REUSED);
  (*request.mutable_config()->mutable_parameters())["size"] = "3";
  EXPECT_TRUE(host_.TryCreate(request).ok()) << "a default that is spelt out is the same content";
}

v1::CreateGameRequest CreateOfSize(const std::string& size) {
  v1::CreateGameRequest request;
  request.set_request_id(kId1);
  *request.mutable_config() = TicTacToe();
  (*request.mutable_config()->mutable_parameters())["size"] = size;
  return request;
}

// A call with other content that comes after another has made the game and before that one has
// begun it: it must not begin, and be answered with, a game that it did not ask for.
TEST(GameCreationTest, AGameThatWasMadeAndNotBegunIsItsMakers) {
  MemoryJournal journal;
  FakeClock clock;
  HostCore core(TestOptions(), journal, clock);
  const std::string id = core.secret().GameIdFor(kId1);
  const v1::GameConfig complete = CompleteConfig(TicTacToe(), kTestMaxPlies).value();
  core.games().Insert(
      core.MakeSession(PrepareGame(id, complete, kTestMaxPlies).value(), "what the maker asked"));
  absl::StatusOr<v1::CreateGameResponse> answer;
  const v1::CreateGameRequest request = CreateOfSize("4");
  CreateGame(
      core, {.rpc = "CreateGame", .request_id = request.request_id(), .config = request.config()},
      [&](absl::StatusOr<v1::CreateGameResponse> response) { answer = std::move(response); });
  EXPECT_THAT(answer, HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
  EXPECT_FALSE(journal.Read(id, 0, 1).ok()) << "nothing was begun";
}

TEST_F(GameHostTest, OfTwoCreatesAtOnceWithOneIdOneIsAccepted) {
  constexpr int kRounds = 500;
  std::barrier round(2);
  std::vector<absl::StatusOr<v1::CreateGameResponse>> answers[2];
  auto create = [&](int caller) {
    for (int i = 0; i < kRounds; ++i) {
      v1::CreateGameRequest request = CreateOfSize(caller == 0 ? "3" : "4");
      request.set_request_id(absl::StrFormat("11111111-aaaa-4bbb-8ccc-%012d", i));
      round.arrive_and_wait();
      answers[caller].push_back(host_.TryCreate(request));
    }
  };
  std::thread other(create, 1);
  create(0);
  other.join();
  for (size_t i = 0; i < kRounds; ++i) {
    ASSERT_NE(answers[0][i].ok(), answers[1][i].ok()) << "round " << i;
    const int accepted = answers[0][i].ok() ? 0 : 1;
    ASSERT_EQ(answers[accepted][i]->game().config().parameters().at("size"),
              accepted == 0 ? "3" : "4");
    ASSERT_THAT(answers[1 - accepted][i], HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
  }
}

TEST_F(GameHostTest, WithoutRequestIdEveryGameIsNew) {
  EXPECT_NE(host_.Create().game_id, host_.Create().game_id);
}

TEST_F(GameHostTest, ABotWithoutSeedIsTheSameContentInARepeat) {
  v1::GameConfig config = TicTacToe();
  config.add_seats();
  config.add_seats()->mutable_bot()->set_kind("random");
  const Table table = host_.Create(config, kId1);
  EXPECT_EQ(host_.Create(config, kId1).created.SerializeAsString(),
            table.created.SerializeAsString());
}

TEST(GameHostLimitTest, GamesBeyondTheLimitAreRefusedAndRepeatsAreNot) {
  HostOptions options = TestOptions();
  options.max_games = 1;
  TestHost host(options);
  host.Create(TicTacToe(), kId1);
  v1::CreateGameRequest request;
  *request.mutable_config() = TicTacToe();
  EXPECT_EQ(ReasonOf(host.TryCreate(request).status()), v1::ERROR_REASON_LIMIT_REACHED);
  EXPECT_TRUE(host.Create(TicTacToe(), kId1).seats.size() == 2);
}

}  // namespace
}  // namespace meeple::service

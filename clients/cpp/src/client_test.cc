#include "meeple/client/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <thread>

#include "service/base/testing/wall_clock.h"
#include "testing/fake_clock.h"
#include "testing/fake_service.h"

namespace meeple::client {
namespace {

using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::SizeIs;

grpc::Status Draining(int retry_milliseconds) {
  return ToStatus({.code = grpc::StatusCode::UNAVAILABLE,
                   .reason = "SERVER_DRAINING",
                   .retry_milliseconds = retry_milliseconds});
}

class ClientTest : public ::testing::Test {
 protected:
  std::vector<v1::SubmitMoveRequest> moves() { return server_.requests<v1::SubmitMoveRequest>(); }

  FakeServer server_;
  FakeClock time_;
  const Client client_{server_.address(), {.token = "m1.x", .clock = time_.clock()}};
};

TEST_F(ClientTest, CarriesTheCredentialAndAFreshRequestId) {
  v1::SubmitMoveResponse answer;
  answer.set_sequence(3);
  server_.Answer(answer);
  const auto moved = client_.Play("g", "b2");
  ASSERT_TRUE(moved.ok()) << moved.status();
  EXPECT_EQ(moved->sequence(), 3);
  ASSERT_TRUE(client_.Play("g", "b3").ok());
  ASSERT_THAT(moves(), SizeIs(2));
  EXPECT_EQ(moves()[0].game_id(), "g");
  EXPECT_EQ(moves()[0].move().notation(), "b2");
  EXPECT_THAT(moves()[0].request_id(), SizeIs(36));
  EXPECT_NE(moves()[0].request_id(), moves()[1].request_id());
  EXPECT_THAT(server_.authorizations(), ElementsAre("Bearer m1.x", "Bearer m1.x"));
}

TEST_F(ClientTest, SendsNoCredentialForASpectator) {
  ASSERT_TRUE(client_.As("").Play("g", "b2").ok());
  EXPECT_THAT(server_.authorizations(), ElementsAre(""));
}

TEST_F(ClientTest, RepeatsWithTheSameRequestIdAfterTheDelayThatWasAskedFor) {
  server_.Fail(Draining(1'500));
  server_.Fail(kBroken);
  ASSERT_TRUE(client_.Play("g", "b2").ok());
  ASSERT_THAT(moves(), SizeIs(3));
  EXPECT_EQ(moves()[0].request_id(), moves()[1].request_id());
  EXPECT_EQ(moves()[0].request_id(), moves()[2].request_id());
  ASSERT_THAT(time_.sleeps(), SizeIs(2));
  EXPECT_EQ(time_.sleeps()[0], absl::Milliseconds(1'500));
}

TEST_F(ClientTest, KeepsTheRequestIdThatTheCallerChose) {
  v1::SubmitMoveRequest request;
  request.set_request_id("mine");
  ASSERT_TRUE(client_.Call(&Games::SubmitMove, request).ok());
  EXPECT_EQ(moves()[0].request_id(), "mine");
}

TEST_F(ClientTest, ReachesEveryServiceOfTheContract) {
  v1::AllocateGamesRequest request;
  request.add_games();
  ASSERT_TRUE(client_.Call(&Allocation::AllocateGames, request).ok());
  EXPECT_THAT(server_.allocation().last_request().games(0).request_id(), SizeIs(36));
  // This is not served here.
  EXPECT_TRUE(absl::IsUnimplemented(
      client_.Call(&Admin::GetServerInfo, v1::GetServerInfoRequest()).status()));
  EXPECT_TRUE(
      absl::IsUnimplemented(client_.Call(&Lobby::ListGames, v1::ListGamesRequest()).status()));
  EXPECT_TRUE(
      absl::IsUnimplemented(client_.Call(&Scoreboard::GetScore, v1::GetScoreRequest()).status()));
}

TEST_F(ClientTest, DoesNotRepeatARefusal) {
  server_.Fail(ToStatus({.code = grpc::StatusCode::FAILED_PRECONDITION,
                         .reason = "CELL_TAKEN",
                         .metadata = {{"by", "O"}}}));
  const auto moved = client_.Play("g", "a1");
  EXPECT_EQ(ReasonOf(moved.status()), v1::ERROR_REASON_CELL_TAKEN);
  EXPECT_EQ(MetadataOf(moved.status())["by"], "O");
  EXPECT_THAT(moves(), SizeIs(1));
}

TEST_F(ClientTest, GivesUpWhereTheNextTryWouldComeAfterTheDeadline) {
  server_.Fail(Draining(50));
  server_.Fail(Draining(60'000));
  const auto moved = client_.Play("g", "b2");
  EXPECT_EQ(ReasonOf(moved.status()), v1::ERROR_REASON_SERVER_DRAINING);
  EXPECT_THAT(moves(), SizeIs(2));
  EXPECT_LT(time_.passed(), absl::Seconds(10));
}

TEST_F(ClientTest, KeepsTryingUntilItsDeadlineWhereTheServerIsAway) {
  server_.Stop();
  const auto moved = client_.Play("g", "b2");
  EXPECT_TRUE(absl::IsUnavailable(moved.status())) << moved.status();
  EXPECT_GE(time_.passed(), absl::Seconds(7));
  EXPECT_LT(time_.passed(), absl::Seconds(10));
}

TEST_F(ClientTest, TriesNoMoreOftenThanItIsTold) {
  for (int i = 0; i < 5; ++i) server_.Fail(kBroken);
  std::vector<absl::Status> troubles;
  const CallOptions options = {
      .max_tries = 3, .on_retry = [&](const absl::Status& status) { troubles.push_back(status); }};
  const auto moved = client_.Call(&Games::SubmitMove, v1::SubmitMoveRequest(), options);
  EXPECT_TRUE(absl::IsInternal(moved.status()));
  EXPECT_THAT(moves(), SizeIs(3));
  EXPECT_THAT(troubles, SizeIs(2));
}

TEST_F(ClientTest, EndsACallThatNobodyAnswersAtItsDeadline) {
  server_.Hang();
  const auto moved = client_.Call(&Games::SubmitMove, v1::SubmitMoveRequest(),
                                  {.timeout = absl::Milliseconds(50)});
  EXPECT_TRUE(absl::IsDeadlineExceeded(moved.status())) << moved.status();
  EXPECT_THAT(moves(), SizeIs(1));
}

TEST_F(ClientTest, RepeatsATryThatNobodyAnswers) {
  server_.Hang();
  const auto moved = client_.Call(&Games::SubmitMove, v1::SubmitMoveRequest(),
                                  {.try_timeout = absl::Milliseconds(200)});
  EXPECT_TRUE(moved.ok()) << moved.status();
  EXPECT_THAT(moves(), SizeIs(Ge(2)));
}

TEST_F(ClientTest, EndsACallWhenAStopIsAskedFor) {
  server_.Hang();
  std::stop_source stop;
  std::jthread stopper([&] {
    while (moves().empty()) std::this_thread::yield();
    stop.request_stop();
  });
  const auto moved =
      client_.Call(&Games::SubmitMove, v1::SubmitMoveRequest(), {.stop = stop.get_token()});
  EXPECT_TRUE(absl::IsCancelled(moved.status())) << moved.status();
  stopper.join();
  EXPECT_THAT(moves(), SizeIs(1));
}

TEST_F(ClientTest, ReadsPageAfterPage) {
  v1::ListEventsResponse page;
  page.add_events()->set_sequence(5);
  page.add_events()->set_sequence(6);
  page.set_next_page_token("more");
  server_.Answer(page);
  page.Clear();
  page.add_events()->set_sequence(7);
  server_.Answer(page);
  const auto events = client_.Events("g", 4);
  ASSERT_TRUE(events.ok()) << events.status();
  ASSERT_THAT(*events, SizeIs(3));
  EXPECT_EQ(events->back().sequence(), 7);
  const auto requests = server_.requests<v1::ListEventsRequest>();
  ASSERT_THAT(requests, SizeIs(2));
  EXPECT_EQ(requests[0].after_sequence(), 4);
  EXPECT_EQ(requests[0].page_token(), "");
  EXPECT_EQ(requests[1].page_token(), "more");
}

TEST_F(ClientTest, PlaysAsTheHolderOfASeatOnTheSameConnection) {
  v1::CreateGameResponse answer;
  v1::Credential* credential = answer.add_credentials();
  credential->set_player_id("O");
  credential->set_token("m1.o");
  server_.Answer(answer);
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  const auto created = client_.CreateGame(config);
  ASSERT_TRUE(created.ok());
  const auto o = client_.Seat(*created, "O");
  ASSERT_TRUE(o.ok()) << o.status();
  EXPECT_EQ(o->channel(), client_.channel());
  ASSERT_TRUE(o->HandToBot("g", 1, v1::Bot()).ok());
  ASSERT_TRUE(o->TakeOver("g", 1).ok());
  ASSERT_TRUE(o->Offer("g", v1::OFFER_KIND_DRAW).ok());
  ASSERT_TRUE(o->AnswerOffer("g", 7, v1::OFFER_ANSWER_WITHDRAW).ok());
  EXPECT_THAT(server_.authorizations(), ElementsAre("Bearer m1.x", "Bearer m1.o", "Bearer m1.o",
                                                    "Bearer m1.o", "Bearer m1.o"));
  EXPECT_TRUE(absl::IsNotFound(client_.Seat(*created, "nobody").status()));
}

TEST_F(ClientTest, AClockThatIsSetMeanwhileEndsNoCall) {
  for (const absl::Duration step : {absl::Hours(24), -absl::Hours(24)}) {
    const Client client(server_.address(), {.first_delay = absl::Milliseconds(1)});
    server_.Fail(kBroken);
    std::optional<service::WallClockStep> set;
    const CallOptions options = {.on_retry = [&](const absl::Status&) { set.emplace(step); }};
    const auto moved = client.Call(&Games::SubmitMove, v1::SubmitMoveRequest(), options);
    EXPECT_TRUE(moved.ok()) << moved.status();
    EXPECT_TRUE(set.has_value());
  }
}

TEST(Connection, AddsThePortWhereThereIsNone) {
  EXPECT_EQ(WithPort("example.org"), "example.org:50051");
  EXPECT_EQ(WithPort("example.org:7"), "example.org:7");
  EXPECT_EQ(WithPort("127.0.0.1"), "127.0.0.1:50051");
  EXPECT_EQ(WithPort("[::1]"), "[::1]:50051");
  EXPECT_EQ(WithPort("[::1]:7"), "[::1]:7");
  EXPECT_EQ(WithPort("[fe80::1%eth0]"), "[fe80::1%eth0]:50051");
  EXPECT_EQ(WithPort("::1"), "[::1]:50051");
  EXPECT_EQ(WithPort("fe80::1%eth0"), "[fe80::1%eth0]:50051");
}

TEST(Connection, LeavesOtherFormsOfAddressesToGrpc) {
  for (const char* address : {"unix:/tmp/socket", "unix:///tmp/socket", "dns:localhost",
                              "dns:///localhost:7", "ipv6:[::1]", "vsock:1:2", "[::1"}) {
    EXPECT_EQ(WithPort(address), address);
  }
}

TEST(Tls, NeedsAFileWithCertificates) {
  EXPECT_TRUE(Tls().ok());
  const std::string file = ::testing::TempDir() + "/no_certificate.pem";
  std::ofstream(file) << "nothing";
  EXPECT_THAT(Tls(file).status().message(), HasSubstr("no_certificate.pem"));
  EXPECT_TRUE(absl::IsInvalidArgument(Tls("/does/not/exist").status()));
}

}  // namespace
}  // namespace meeple::client

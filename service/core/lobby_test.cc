// Joining, leaving and replacing credentials, as a transport makes these calls.

#include "service/core/lobby.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/run_together.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::GameConfig WithSeats(const std::string& seats) {
  return ReadConfig("kind: 'tic_tac_toe' " + seats);
}

constexpr char kTwoOpenSeats[] = "seats { open {} } seats { open {} }";
constexpr char kHeldAndOpen[] = "seats {} seats { open {} }";

class LobbyTest : public GameHostTest {
 protected:
  // Takes the next open seat, which must work.
  Caller Sit(Table& table, const std::string& name = "") {
    const auto joined = host_.Join(table.game_id, {}, name);
    EXPECT_TRUE(joined.ok()) << joined.status();
    table.seats.push_back(host_.HolderOf(joined->credential()));
    return table.seats.back();
  }

  auto Leave(const Table& table, const Caller& caller, const std::string& id = "") {
    return As<v1::LeaveGameRequest>(&GameHost::LeaveGame, table, caller, id);
  }
  auto Rotate(const Table& table, const Caller& caller, const std::string& id = "") {
    return As<v1::RotateCredentialRequest>(&GameHost::RotateCredential, table, caller, id);
  }
  auto Revoke(const Table& table, const Caller& caller, int seat, const std::string& id = "") {
    v1::RevokeCredentialRequest request;
    request.set_game_id(table.game_id);
    request.set_request_id(id);
    request.set_seat(seat);
    return host_.Call(&GameHost::RevokeCredential, caller, request);
  }
  absl::Status Move(const Table& table, const Caller& caller, const std::string& notation) {
    return host_.Call(&GameHost::SubmitMove, caller, TestHost::MakeMove(table, notation)).status();
  }
  absl::StatusOr<v1::GetGameResponse> GetAs(const Table& table, const Caller& caller) {
    v1::GetGameRequest request;
    request.set_game_id(table.game_id);
    return host_.Call(&GameHost::GetGame, caller, request);
  }
  Table CreateByKey(const std::string& seats) {
    v1::CreateGameRequest request;
    *request.mutable_config() = WithSeats(seats);
    return host_.Seat(host_.Call(&GameHost::CreateGame, key_, request).value());
  }

  const Caller key_ = {.kind = CallerKind::kApiKey, .key_name = "lobby"};

 private:
  template <class Request, class Response>
  absl::StatusOr<Response> As(void (GameHost::*rpc)(const Caller&, const Request&,
                                                    GameHost::Done<Response>),
                              const Table& table, const Caller& caller, const std::string& id) {
    Request request;
    request.set_game_id(table.game_id);
    request.set_request_id(id);
    return host_.Call(rpc, caller, request);
  }
};

TEST_F(LobbyTest, TheCreatorGetsNoCredentialOfAnOpenSeat) {
  const Table table = host_.Create(WithSeats(kHeldAndOpen));
  ASSERT_EQ(table.created.credentials_size(), 1);
  EXPECT_EQ(table.created.credentials(0).seat(), 0);
  const v1::Game& game = table.created.game();
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_NOT_STARTED);
  EXPECT_EQ(game.seats(0).status(), v1::SEAT_STATUS_TAKEN);
  EXPECT_EQ(game.seats(1).status(), v1::SEAT_STATUS_OPEN);
  EXPECT_EQ(game.seats(1).player_id(), "");
  EXPECT_EQ(game.current_player(), "");
  EXPECT_EQ(game.sequence(), 1);
}

TEST_F(LobbyTest, WhoJoinsPlays) {
  Table table = host_.Create(WithSeats(kHeldAndOpen));
  Sit(table, " Zoë ");
  EXPECT_EQ(host_.Get(table).seats(1).player_id(), "Zoë");
  EXPECT_EQ(host_.Get(table).seats(1).status(), v1::SEAT_STATUS_TAKEN);
  PlayToWin(table);
  EXPECT_EQ(host_.Get(table).winner(), "X");
}

TEST_F(LobbyTest, AMoveMayNameThePlayerWhoJoined) {
  Table table = host_.Create(WithSeats("seats {} seats { player_id: 'ben' open {} }"));
  Sit(table, "zoe");
  Play(table, {"b2"});
  v1::SubmitMoveRequest request = TestHost::MakeMove(table, "a1");
  request.mutable_move()->set_player_id("ben");
  EXPECT_THAT(host_.Call(&GameHost::SubmitMove, table.seats[1], request),
              HasReason(v1::ERROR_REASON_WRONG_SEAT));
  request.mutable_move()->set_player_id("zoe");
  EXPECT_TRUE(host_.Call(&GameHost::SubmitMove, table.seats[1], request).ok());
  EXPECT_EQ(GetAs(table, table.seats[1])->player_id(), "zoe");
}

TEST_F(LobbyTest, SixtyFourJoinsOnTwoSeatsSeatExactlyTwo) {
  for (int round = 0; round < 20; ++round) {
    const Table table = host_.Create(WithSeats(kTwoOpenSeats));
    std::vector<absl::StatusOr<v1::JoinGameResponse>> answers(64, absl::CancelledError());
    RunTogether(64, [&](int i) {
      answers[static_cast<size_t>(i)] =
          host_.Join(table.game_id, {}, "player " + std::to_string(i));
    });
    std::set<std::string> tokens;
    for (const auto& answer : answers) {
      if (answer.ok()) {
        tokens.insert(answer->credential().token());
      } else {
        EXPECT_THAT(answer, HasReason(v1::ERROR_REASON_GAME_FULL));
      }
    }
    EXPECT_EQ(tokens.size(), 2u);
    const std::vector<v1::GameEvent> events = host_.Events(table);
    ASSERT_EQ(events.size(), 4u);
    EXPECT_EQ(Sequences(events), (std::vector<int64_t>{1, 2, 3, 4}));
    EXPECT_TRUE(events[3].has_game_started());
  }
}

// Joins, leaves and joins again from many threads: whatever the order, each seat has one player,
// and whoever was told of a seat and did not leave it can play it.
TEST_F(LobbyTest, ComingAndGoingInManyThreadsLeavesOnePlayerASeat) {
  for (int round = 0; round < 20; ++round) {
    const Table table = host_.Create(WithSeats(kTwoOpenSeats));
    std::vector<std::optional<Caller>> seated(8);
    RunTogether(8, [&](int i) {
      for (int step = 0; step < 10; ++step) {
        const auto joined = host_.Join(table.game_id, {}, "player " + std::to_string(i));
        if (!joined.ok()) continue;
        const Caller caller = host_.HolderOf(joined->credential());
        // Once the game has started, leaving is resigning, which keeps the seat.
        if (step < 9) {
          const auto left = Leave(table, caller);
          if (left.ok() && left->cursor().status() == v1::GAME_STATUS_NOT_STARTED) continue;
        }
        seated[static_cast<size_t>(i)] = caller;
        return;
      }
    });
    std::set<int> seats;
    int in_force = 0;
    for (const auto& caller : seated) {
      if (!caller.has_value()) continue;
      ++in_force;
      EXPECT_TRUE(GetAs(table, *caller).ok());
      EXPECT_TRUE(seats.insert(caller->seat).second) << "two players in a seat";
    }
    int taken = 0;
    const v1::Game game = host_.Get(table);
    for (const v1::Seat& seat : game.seats()) {
      taken += seat.status() == v1::SEAT_STATUS_TAKEN ? 1 : 0;
    }
    EXPECT_EQ(taken, in_force);
  }
}

TEST_F(LobbyTest, TheSameJoinInManyThreadsTakesOneSeat) {
  const Table table = host_.Create(WithSeats(kTwoOpenSeats));
  std::vector<std::string> tokens(16);
  RunTogether(16, [&](int i) {
    tokens[static_cast<size_t>(i)] =
        host_.Join(table.game_id, {}, "ann", kId1).value().credential().token();
  });
  EXPECT_THAT(tokens, testing::Each(tokens[0]));
  EXPECT_EQ(host_.Events(table).size(), 2u);
}

TEST_F(LobbyTest, AJoinMaySeveralTimesAskForTheSame) {
  const Table table = host_.Create(WithSeats(kTwoOpenSeats));
  const auto first = host_.Join(table.game_id, {}, "ann", kId1);
  ASSERT_TRUE(first.ok());
  host_.EvictAll();
  const auto again = host_.Join(table.game_id, {}, " ann ", kId1);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->SerializeAsString(), first->SerializeAsString());
  EXPECT_THAT(host_.Join(table.game_id, {}, "ben", kId1),
              HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
  // The retry still answers once the seat was left; what it brings is no longer in force.
  const Caller ann = host_.HolderOf(first->credential());
  ASSERT_TRUE(Leave(table, ann).ok());
  const auto late = host_.Join(table.game_id, {}, "ann", kId1);
  ASSERT_TRUE(late.ok()) << late.status();
  EXPECT_EQ(late->credential().token(), first->credential().token());
  EXPECT_GT(late->head_sequence(), late->sequence());
  EXPECT_THAT(GetAs(table, ann), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
}

TEST_F(LobbyTest, WhoJoinsAndLeavesAndJoinsHasOneSeat) {
  Table table = host_.Create(WithSeats(kTwoOpenSeats));
  const Caller first = Sit(table, "ann");
  ASSERT_TRUE(Leave(table, first).ok());
  const Caller second = Sit(table, "ann");
  EXPECT_THAT(Leave(table, first), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_TRUE(GetAs(table, second).ok());
  EXPECT_THAT(host_.Join(table.game_id, {}, "ann"), HasReason(v1::ERROR_REASON_INVALID_FIELD));
}

TEST_F(LobbyTest, WhoHoldsASeatTakesNoSecondOne) {
  const Table table = host_.Create(WithSeats(kHeldAndOpen));
  EXPECT_THAT(host_.Join(table.game_id, table.seats[0]), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  const Table other = host_.Create();
  EXPECT_THAT(host_.Join(table.game_id, other.seats[0]), HasReason(v1::ERROR_REASON_WRONG_SEAT));
}

// --- Private games ---

TEST_F(LobbyTest, APrivateGameHasNoOpenSeats) {
  v1::CreateGameRequest request;
  *request.mutable_config() =
      WithSeats("visibility: VISIBILITY_PRIVATE seats {} seats { open {} }");
  EXPECT_THAT(host_.TryCreate(request), HasReason(v1::ERROR_REASON_INVALID_CONFIG));
}

TEST_F(LobbyTest, APrivateGameIsReachedWithAnInvitationOnly) {
  Table table = host_.Create(
      WithSeats("visibility: VISIBILITY_PRIVATE seats {} seats { player_id: 'ben' invited {} }"));
  ASSERT_EQ(table.invited.size(), 1u);
  EXPECT_THAT(host_.Join(table.game_id), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(host_.Join(table.game_id, key_), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(host_.Join(table.game_id, *table.watcher), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_EQ(GetAs(table, table.invited[0])->game().seats(1).status(), v1::SEAT_STATUS_INVITED);
  EXPECT_THAT(Move(table, table.invited[0], "b2"), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  const auto joined = host_.Join(table.game_id, table.invited[0]);
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_EQ(joined->credential().player_id(), "ben");
  EXPECT_EQ(joined->credential().seat(), 1);
  EXPECT_THAT(host_.Join(table.game_id, table.invited[0]), HasReason(v1::ERROR_REASON_SEAT_TAKEN));
  table.seats.push_back(host_.HolderOf(joined->credential()));
  PlayToWin(table);
}

TEST_F(LobbyTest, AnInvitedSeatOfAPublicGameNeedsItsInvitation) {
  const Table table = host_.Create(WithSeats("seats {} seats { invited {} } seats { invited {} }"));
  v1::JoinGameRequest request;
  request.set_game_id(table.game_id);
  EXPECT_THAT(host_.Call(&GameHost::JoinGame, {}, request), HasReason(v1::ERROR_REASON_GAME_FULL));
  request.set_seat(1);
  EXPECT_THAT(host_.Call(&GameHost::JoinGame, {}, request),
              HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(host_.Call(&GameHost::JoinGame, table.invited[1], request),
              HasReason(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_TRUE(host_.Call(&GameHost::JoinGame, table.invited[0], request).ok());
  request.set_seat(3);
  EXPECT_THAT(host_.Call(&GameHost::JoinGame, {}, request),
              HasReason(v1::ERROR_REASON_INVALID_FIELD));
}

// --- Leaving ---

TEST_F(LobbyTest, WhoLeftMayRepeatThatAndNothingElse) {
  Table table = host_.Create(WithSeats("seats {} seats { open {} } seats { open {} }"));
  const Caller ann = Sit(table, "ann");
  const auto left = Leave(table, ann, kId1);
  ASSERT_TRUE(left.ok()) << left.status();
  EXPECT_EQ(left->winner(), "");
  for (const bool evicted : {false, true}) {
    if (evicted) host_.EvictAll();
    const auto again = Leave(table, ann, kId1);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->SerializeAsString(), left->SerializeAsString());
    const auto ended = HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID);
    EXPECT_THAT(Leave(table, ann, kId2), ended);
    EXPECT_THAT(Leave(table, ann), ended);
    EXPECT_THAT(Rotate(table, ann, kId1), ended) << "other content";
    EXPECT_THAT(GetAs(table, ann), ended);
  }
}

// --- Credentials ---

TEST_F(LobbyTest, ARotatedCredentialReplacesTheOldOne) {
  const Table table = host_.Create();
  const auto rotated = Rotate(table, table.seats[0], kId1);
  ASSERT_TRUE(rotated.ok()) << rotated.status();
  EXPECT_EQ(rotated->credential().player_id(), "X");
  const Caller renewed = host_.HolderOf(rotated->credential());
  const auto ended = HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID);
  EXPECT_THAT(Move(table, table.seats[0], "b2"), ended);
  EXPECT_THAT(GetAs(table, table.seats[0]), ended);
  EXPECT_TRUE(Move(table, renewed, "b2").ok());
  EXPECT_TRUE(Move(table, table.seats[1], "a1").ok()) << "the other seat's is untouched";
  host_.EvictAll();
  EXPECT_EQ(Rotate(table, table.seats[0], kId1)->credential().token(),
            rotated->credential().token())
      << "whoever lost the answer asks again";
  EXPECT_THAT(Rotate(table, table.seats[0], kId2), ended);
  EXPECT_TRUE(GetAs(table, renewed).ok());
}

TEST_F(LobbyTest, OfTwoRotationsAtOnceOneIsTooLate) {
  for (int round = 0; round < 50; ++round) {
    const Table table = host_.Create();
    std::atomic<int> renewed = 0;
    RunTogether(2, [&](int) {
      const auto rotated = Rotate(table, table.seats[0]);
      if (rotated.ok()) {
        ++renewed;
      } else {
        EXPECT_THAT(rotated, HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
      }
    });
    EXPECT_EQ(renewed, 1);
  }
}

TEST_F(LobbyTest, OpenWatchesEndWithTheirCredential) {
  v1::GameConfig config = WithSeats("visibility: VISIBILITY_PRIVATE");
  const Table table = host_.Create(config);
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  request.set_after_sequence(2);
  auto of_seat = WatchReader::Open(host_.host(), table.seats[0], request).value();
  auto of_other = WatchReader::Open(host_.host(), table.seats[1], request).value();
  ASSERT_TRUE(Rotate(table, table.seats[0]).ok());
  EXPECT_FALSE(of_seat->Read().has_value());
  EXPECT_THAT(of_seat->end(), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_EQ(of_other->Read()->events().events(0).text(), "X has a new credential");
}

TEST_F(LobbyTest, TheCreatorsKeyRevokes) {
  const Table table = CreateByKey("");
  EXPECT_THAT(Revoke(table, {}, 1), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(Revoke(table, table.seats[1], 1), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  const Caller stranger = {.kind = CallerKind::kApiKey, .key_name = "arena"};
  EXPECT_THAT(Revoke(table, stranger, 1), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Revoke(table, key_, 2), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  const auto revoked = Revoke(table, key_, 1, kId1);
  ASSERT_TRUE(revoked.ok()) << revoked.status();
  EXPECT_EQ(revoked->events(0).actor(), "");
  EXPECT_EQ(Revoke(table, key_, 1, kId1)->SerializeAsString(), revoked->SerializeAsString());
  EXPECT_THAT(Revoke(table, key_, 0, kId1), HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
  EXPECT_THAT(GetAs(table, table.seats[1]), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_TRUE(GetAs(table, host_.HolderOf(revoked->credential())).ok());
}

TEST_F(LobbyTest, ARevokedInvitationTakesNoSeatAndSeesNoPrivateGame) {
  const Table table =
      CreateByKey("visibility: VISIBILITY_PRIVATE seats {} seats { player_id: 'ben' invited {} }");
  const auto revoked = Revoke(table, key_, 1);
  ASSERT_TRUE(revoked.ok()) << revoked.status();
  EXPECT_EQ(revoked->credential().kind(), v1::CREDENTIAL_KIND_INVITATION);
  const auto ended = HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID);
  EXPECT_THAT(host_.Join(table.game_id, table.invited[0]), ended);
  EXPECT_THAT(GetAs(table, table.invited[0]), ended);
  const auto joined = host_.Join(table.game_id, host_.HolderOf(revoked->credential()));
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_EQ(joined->credential().kind(), v1::CREDENTIAL_KIND_SEAT);
}

// No event that anyone reads has anything of a credential in it.
// Whoever is to be shut out of a private game may hold the invitation or the seat's credential.
TEST_F(LobbyTest, AnInvitationEndsWithTheCredentialOfItsSeat) {
  const Table table =
      CreateByKey("visibility: VISIBILITY_PRIVATE seats {} seats { player_id: 'ben' invited {} }");
  ASSERT_TRUE(host_.Join(table.game_id, table.invited[0]).ok());
  ASSERT_TRUE(GetAs(table, table.invited[0]).ok());
  ASSERT_TRUE(Revoke(table, key_, 1).ok());
  for (const bool evicted : {false, true}) {
    if (evicted) host_.EvictAll();
    EXPECT_THAT(GetAs(table, table.invited[0]), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  }
}

TEST_F(LobbyTest, ARepeatedJoinNeedsTheInvitationThatMadeIt) {
  const Table table = CreateByKey("seats {} seats { player_id: 'ben' invited {} }");
  const auto replaced = Revoke(table, key_, 1);
  ASSERT_TRUE(replaced.ok()) << replaced.status();
  v1::JoinGameRequest join;
  join.set_game_id(table.game_id);
  join.set_request_id(kId1);
  const Caller invited = host_.HolderOf(replaced->credential());
  const auto joined = host_.Call(&GameHost::JoinGame, invited, join);
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_EQ(host_.Call(&GameHost::JoinGame, invited, join)->credential().token(),
            joined->credential().token());
  EXPECT_FALSE(host_.Call(&GameHost::JoinGame, table.invited[0], join).ok());
}

TEST_F(LobbyTest, NoEventHoldsACredential) {
  Table table = host_.Create(WithSeats("seats {} seats { invited {} } seats { open {} }"));
  std::vector<std::string> tokens;
  for (const v1::Credential& credential : table.created.credentials()) {
    tokens.push_back(credential.token());
  }
  tokens.push_back(host_.Join(table.game_id, {}, "zoe")->credential().token());
  tokens.push_back(host_.Join(table.game_id, table.invited[0])->credential().token());
  tokens.push_back(Rotate(table, table.seats[0])->credential().token());
  std::string seen = host_.Get(table).SerializeAsString();
  for (const v1::GameEvent& event : host_.Events(table)) seen += event.SerializeAsString();
  for (const std::string& token : tokens) {
    EXPECT_EQ(seen.find(token.substr(3)), std::string::npos);
  }
}

}  // namespace
}  // namespace meeple::service

// Joining, leaving and replacing credentials over the wire: what each rpc answers and refuses, in
// which order, and what others see of it.

#include <gmock/gmock.h>

#include <set>

#include "meeple/v1/lobby_service.grpc.pb.h"
#include "tests/wire/server_with_keys.h"

namespace meeple::wire {
namespace {

using ::testing::ElementsAre;

constexpr char kHeldAndOpenSeat[] = "seats { player_id: 'ann' } seats { player_id: 'ben' open {} }";
constexpr char kPrivateInvited[] =
    "visibility: VISIBILITY_PRIVATE seats {} seats { player_id: 'ben' invited {} }";

class LobbyTest : public ServerWithKeys {
 protected:
  LobbyTest() : lobby_service_(v1::LobbyService::NewStub(Connect())) {}

  Answer<v1::JoinGameResponse> Join(const std::string& token, const v1::JoinGameRequest& request) {
    return CallLobby(&v1::LobbyService::Stub::JoinGame, token, request);
  }
  Answer<v1::ListGamesResponse> List(const v1::ListGamesRequest& request,
                                     const std::string& token = "") {
    return CallLobby(&v1::LobbyService::Stub::ListGames, token, request);
  }
  static v1::JoinGameRequest JoinRequest(const Table& table, const std::string& player_id = "",
                                         const std::string& request_id = "") {
    v1::JoinGameRequest request;
    request.set_game_id(table.game_id);
    request.set_player_id(player_id);
    request.set_request_id(request_id);
    return request;
  }
  Answer<v1::LeaveGameResponse> Leave(const Table& table, const std::string& token,
                                      const std::string& request_id = "") {
    v1::LeaveGameRequest request;
    request.set_game_id(table.game_id);
    request.set_request_id(request_id);
    return CallLobby(&v1::LobbyService::Stub::LeaveGame, token, request);
  }
  Answer<v1::RotateCredentialResponse> Rotate(const Table& table, const std::string& token,
                                              const std::string& request_id = "") {
    v1::RotateCredentialRequest request;
    request.set_game_id(table.game_id);
    request.set_request_id(request_id);
    return Call(&Stub::RotateCredential, token, request);
  }
  Answer<v1::RevokeCredentialResponse> Revoke(const Table& table, const std::string& token,
                                              int seat) {
    v1::RevokeCredentialRequest request;
    request.set_game_id(table.game_id);
    request.set_seat(seat);
    return Call(&Stub::RevokeCredential, token, request);
  }

 private:
  template <class Request, class Response>
  Answer<Response> CallLobby(grpc::Status (v1::LobbyService::Stub::*method)(grpc::ClientContext*,
                                                                            const Request&,
                                                                            Response*),
                             const std::string& token, const Request& request) {
    Answer<Response> answer;
    grpc::ClientContext context;
    Prepare(context, token);
    answer.status = (lobby_service_.get()->*method)(&context, request, &answer.response);
    return answer;
  }

  const std::unique_ptr<v1::LobbyService::Stub> lobby_service_;
};

TEST_F(LobbyTest, TheSecondPlayerJoinsAndTheGameIsPlayed) {
  Table table = Create(kHeldAndOpenSeat);
  EXPECT_EQ(table.seats.size(), 1u);
  EXPECT_THAT(Move(table, 0, "b2"), Refused(v1::ERROR_REASON_NOT_STARTED));
  const auto watcher = Watch(table);
  const auto joined = Join("", JoinRequest(table, "zoe"));
  ASSERT_THAT(joined, IsOk());
  EXPECT_EQ(joined->credential().kind(), v1::CREDENTIAL_KIND_SEAT);
  EXPECT_EQ(joined->credential().seat(), 1);
  EXPECT_EQ(joined->credential().player_id(), "zoe");
  EXPECT_EQ(joined->cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(joined->sequence(), 3);
  EXPECT_EQ(joined->head_sequence(), 3);
  EXPECT_EQ(joined->durability(), v1::DURABILITY_SYNCED);
  table.seats.push_back(joined->credential().token());
  Play(table, {"a1", "b1", "b2", "c1", "c3"});
  EXPECT_EQ(Get(table)->game().winner(), "ann");
  EXPECT_THAT(Texts(table),
              ElementsAre("game created", "zoe joins", "game started", "ann plays X at (0,0)",
                          "zoe plays O at (0,1)", "ann plays X at (1,1)", "zoe plays O at (0,2)",
                          "ann plays X at (2,2)", "ann wins"));
}

TEST_F(LobbyTest, JoiningIsRepeatedWithItsRequestId) {
  const Table table = Create(kHeldAndOpenSeat);
  const auto first = Join("", JoinRequest(table, "zoe", Uuid(1)));
  ASSERT_THAT(first, IsOk());
  const auto again = Join("", JoinRequest(table, "zoe", Uuid(1)));
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->SerializeAsString(), first->SerializeAsString());
  EXPECT_THAT(Join("", JoinRequest(table, "yan", Uuid(1))),
              Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
}

TEST_F(LobbyTest, RefusalsOfJoining) {
  const Table table = Create("seats {} seats { open {} } seats { invited {} }");
  v1::JoinGameRequest request = JoinRequest(table);
  request.set_seat(0);
  EXPECT_THAT(Join("", request), Refused(v1::ERROR_REASON_SEAT_TAKEN));
  request.set_seat(1);
  EXPECT_THAT(Join(table.invitations[0], request), Refused(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_THAT(Join(table.seats[0], request), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Join(Create().seats[0], request), Refused(v1::ERROR_REASON_WRONG_SEAT));
  request.set_seat(2);
  EXPECT_THAT(Join("", request), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  request.set_player_id("X");
  EXPECT_THAT(Join(table.invitations[0], request), RefusedField("player_id"));
  for (const int seat : {-1, 3, 8, 2'147'483'647}) {
    request.set_seat(seat);
    EXPECT_THAT(Join("", request), RefusedField("seat")) << seat;
  }
  EXPECT_THAT(Join("", JoinRequest(table)), IsOk());
  EXPECT_THAT(Join("", JoinRequest(table)), Refused(v1::ERROR_REASON_GAME_FULL));
  EXPECT_THAT(Join(table.invitations[0], JoinRequest(table)), IsOk());
  EXPECT_THAT(Join("", JoinRequest(table)), Refused(v1::ERROR_REASON_GAME_FULL)) << "started";
  EXPECT_THAT(Abandon(table, 0), IsOk());
  EXPECT_THAT(Join("", JoinRequest(table)), Refused(v1::ERROR_REASON_GAME_OVER));
}

TEST_F(LobbyTest, NamesFollowTheRulesOfEveryDoor) {
  const Table table = Create(kHeldAndOpenSeat);
  for (const std::string name : {" ", "a\nb",
                                 "a\xC2\xA0"
                                 "b",
                                 "\xE2\x80\x8B", "\xCC\x81"}) {
    EXPECT_THAT(Join("", JoinRequest(table, name)), RefusedField("player_id")) << name;
  }
  EXPECT_THAT(Join("", JoinRequest(table, std::string(65, 'n'))), RefusedField("player_id"));
  const auto joined = Join("", JoinRequest(table, " " + std::string(64, 'n') + " "));
  ASSERT_THAT(joined, IsOk());
  EXPECT_EQ(joined->credential().player_id(), std::string(64, 'n'));
}

// Each row breaks everything that the rows after it mend.
TEST_F(LobbyTest, OrderOfChecksOfJoining) {
  const Table table = Create(kPrivateInvited);
  const std::string stranger = Create(kPrivateInvited).invitations[0];
  v1::JoinGameRequest request;
  request.set_game_id("NO");
  request.set_player_id(" ");
  request.set_request_id(Uuid(1));
  EXPECT_THAT(Join("m1.forged", request), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_THAT(Join(stranger, request), RefusedField("game_id"));
  request.set_game_id("nosuchgame");
  EXPECT_THAT(Join(stranger, request), RefusedField("player_id"));
  request.set_player_id("X");
  EXPECT_THAT(Join(stranger, request), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  request.set_game_id(table.game_id);
  request.set_seat(7);
  EXPECT_THAT(Join(stranger, request), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(Join(table.watch, request), RefusedField("seat"));
  request.set_seat(0);
  EXPECT_THAT(Join(table.watch, request), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Join(table.invitations[0], request), Refused(v1::ERROR_REASON_WRONG_SEAT));
  request.set_seat(1);
  EXPECT_THAT(Join(table.invitations[0], request), RefusedField("player_id")) << "X's name";
  request.clear_player_id();
  EXPECT_THAT(Join(table.invitations[0], request), IsOk());
  request.set_player_id("zoe");
  EXPECT_THAT(Join(table.invitations[0], request), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
  request.set_request_id(Uuid(2));
  EXPECT_THAT(Join(table.invitations[0], request), Refused(v1::ERROR_REASON_SEAT_TAKEN));
}

TEST_F(LobbyTest, LeavingFreesTheSeatUntilTheGameStarts) {
  const Table table = Create("seats {} seats { open {} } seats { open {} }");
  const auto joined = Join("", JoinRequest(table, "zoe"));
  ASSERT_THAT(joined, IsOk());
  const std::string token = joined->credential().token();
  EXPECT_THAT(Leave(table, ""), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  const auto left = Leave(table, token, Uuid(1));
  ASSERT_THAT(left, IsOk());
  EXPECT_EQ(left->events(0).text(), "zoe leaves");
  EXPECT_EQ(left->cursor().status(), v1::GAME_STATUS_NOT_STARTED);
  EXPECT_EQ(Leave(table, token, Uuid(1))->SerializeAsString(), left->SerializeAsString());
  EXPECT_THAT(Leave(table, token, Uuid(2)), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_EQ(Get(table)->game().seats(1).status(), v1::SEAT_STATUS_OPEN);
}

TEST_F(LobbyTest, LeavingAStartedGameResigns) {
  const Table table = Create();
  const auto left = Leave(table, table.seats[1]);
  ASSERT_THAT(left, IsOk());
  EXPECT_EQ(left->winner(), "X");
  EXPECT_EQ(left->cursor().status(), v1::GAME_STATUS_ABANDONED);
  EXPECT_THAT(Leave(table, table.seats[0]), Refused(v1::ERROR_REASON_GAME_OVER));
}

TEST_F(LobbyTest, APrivateGameIsSeenAndJoinedByItsInvitation) {
  const Table table = Create(kPrivateInvited);
  ASSERT_EQ(table.invitations.size(), 1u);
  v1::GetGameRequest get;
  get.set_game_id(table.game_id);
  EXPECT_THAT(Call(&Stub::GetGame, "", get), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  const auto seen = Call(&Stub::GetGame, table.invitations[0], get);
  ASSERT_THAT(seen, IsOk());
  EXPECT_FALSE(seen->has_seat());
  EXPECT_EQ(seen->game().seats(1).status(), v1::SEAT_STATUS_INVITED);
  EXPECT_THAT(Call(&Stub::SubmitMove, table.invitations[0], MoveRequest(table, "b2")),
              Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Join("", JoinRequest(table)), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  const auto joined = Join(table.invitations[0], JoinRequest(table));
  ASSERT_THAT(joined, IsOk());
  EXPECT_EQ(joined->credential().player_id(), "ben");
}

TEST_F(LobbyTest, ListsTellWhereToJoin) {
  Create();
  const Table table = Create(kHeldAndOpenSeat);
  Create("visibility: VISIBILITY_PRIVATE");
  v1::ListGamesRequest request;
  request.set_open_seats(true);
  const auto open = List(request);
  ASSERT_THAT(open, IsOk());
  ASSERT_EQ(open->games_size(), 1);
  EXPECT_EQ(open->games(0).game_id(), table.game_id);
  EXPECT_EQ(open->games(0).seats(0).player_id(), "ann");
  EXPECT_EQ(open->games(0).seats(1).status(), v1::SEAT_STATUS_OPEN);
  EXPECT_THAT(Join("", JoinRequest(table, "zoe")), IsOk());
  EXPECT_EQ(List(request)->games_size(), 0);
  request.Clear();
  request.set_waiting_for("ann");
  EXPECT_EQ(List(request)->games_size(), 1);
  EXPECT_EQ(List({})->games_size(), 2);
  EXPECT_EQ(List({}, ops())->games_size(), 2) << "private games are in no list, whoever asks";
}

TEST_F(LobbyTest, ListsComeInPages) {
  for (int i = 0; i < 5; ++i) Create();
  v1::ListGamesRequest request;
  request.set_page_size(2);
  std::set<std::string> ids;
  int pages = 0;
  do {
    const auto page = List(request);
    ASSERT_THAT(page, IsOk());
    for (const v1::ListedGame& game : page->games()) ids.insert(game.game_id());
    request.set_page_token(page->next_page_token());
    ++pages;
  } while (!request.page_token().empty());
  EXPECT_EQ(ids.size(), 5u);
  EXPECT_EQ(pages, 3);
  request.set_page_token("nonsense");
  EXPECT_THAT(List(request), RefusedField("page_token"));
  request.clear_page_token();
  request.set_page_size(1'001);
  EXPECT_THAT(List(request), RefusedField("page_size"));
  request.clear_page_size();
  request.set_status(static_cast<v1::GameStatus>(99));
  EXPECT_THAT(List(request), RefusedField("status"));
  EXPECT_THAT(List({}, "m1.forged"), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
}

TEST_F(LobbyTest, RotationShutsOutWhoeverElseHasTheCredential) {
  const Table table = Create();
  v1::WatchGameRequest watch;
  watch.set_game_id(table.game_id);
  const auto open = Watch(watch, table.seats[0]);
  WaitForWatchers(table, 1);
  EXPECT_THAT(Rotate(table, ""), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  const auto rotated = Rotate(table, table.seats[0], Uuid(1));
  ASSERT_THAT(rotated, IsOk());
  EXPECT_THAT(Move(table, 0, "b2"), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_EQ(Rotate(table, table.seats[0], Uuid(1))->credential().token(),
            rotated->credential().token());
  EXPECT_THAT(Call(&Stub::SubmitMove, rotated->credential().token(), MoveRequest(table, "b2")),
              IsOk());
  EXPECT_THAT(open->End(), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
}

TEST_F(LobbyTest, TheCreatorsKeyAndOperatorsRevoke) {
  const auto created = CreateWith(lobby(), kPrivateInvited);
  ASSERT_THAT(created, IsOk());
  const Table table = Seat(created.response);
  EXPECT_THAT(Revoke(table, table.seats[0], 0), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Revoke(table, arena(), 0), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(Revoke(Create(), "", 0), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(Revoke(table, lobby(), 8), RefusedField("seat"));
  EXPECT_THAT(Revoke(table, lobby(), 2), RefusedField("seat"));
  const auto of_seat = Revoke(table, lobby(), 0);
  ASSERT_THAT(of_seat, IsOk());
  EXPECT_EQ(of_seat->credential().kind(), v1::CREDENTIAL_KIND_SEAT);
  const auto of_invitation = Revoke(table, ops(), 1);
  ASSERT_THAT(of_invitation, IsOk());
  EXPECT_EQ(of_invitation->credential().kind(), v1::CREDENTIAL_KIND_INVITATION);
  EXPECT_THAT(Join(table.invitations[0], JoinRequest(table)),
              Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_THAT(Join(of_invitation->credential().token(), JoinRequest(table)), IsOk());
}

TEST_F(LobbyTest, AnApiKeyMayTakeAnOpenSeatForItsPlayer) {
  const Table table = Create(kHeldAndOpenSeat);
  const auto joined = Join(lobby(), JoinRequest(table, "zoe", Uuid(1)));
  ASSERT_THAT(joined, IsOk());
  EXPECT_THAT(Join("", JoinRequest(table, "zoe", Uuid(1))), Refused(v1::ERROR_REASON_GAME_FULL))
      << "request ids belong to their caller";
}

}  // namespace
}  // namespace meeple::wire

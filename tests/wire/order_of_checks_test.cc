// Refusals come in one order, so that a client learns first what it has to mend first. Each row
// breaks everything that the rows after it mend.

#include "meeple/v1/admin_service.pb.h"
#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "meeple/v1/scoreboard_service.pb.h"
#include "tests/wire/raw_call.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

constexpr char kMalformed[] = "\x0a\xff";

class OrderOfChecksTest : public WireTest {
 protected:
  OrderOfChecksTest()
      : raw_(Connect()),
        table_(Create("visibility: VISIBILITY_PRIVATE")),
        other_(Create("visibility: VISIBILITY_PRIVATE")) {
    // X has used this id for a move that won; nothing below asks for the same again.
    Play(table_, {"a1", "b1", "b2", "c1"});
    v1::SubmitMoveRequest winning = MoveRequest(table_, "c3");
    winning.set_request_id(Uuid(1));
    EXPECT_THAT(Call(&Stub::SubmitMove, table_.seats[0], winning), IsOk());
  }

  grpc::Status Submit(const std::string& token, const std::string& bytes) {
    return raw_.Unary("SubmitMove", token, bytes).status;
  }
  grpc::Status Submit(const std::string& token, const v1::SubmitMoveRequest& request) {
    return Submit(token, request.SerializeAsString());
  }

  RawCaller raw_;
  const Table table_;
  const Table other_;
};

TEST_F(OrderOfChecksTest, OfSubmitMove) {
  const std::string forged = "m1.AAAA";
  const std::string stranger = other_.seats[0];
  v1::SubmitMoveRequest request;
  request.set_game_id("no such game!");
  request.mutable_move()->set_column(3);
  request.mutable_move()->set_player_id("O");
  request.set_request_id(Uuid(1));
  request.set_expected_sequence(1);

  EXPECT_THAT(Submit(forged, kMalformed), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_THAT(Submit(stranger, kMalformed), Refused(v1::ERROR_REASON_MALFORMED_REQUEST));
  EXPECT_THAT(Submit(stranger, request), RefusedField("game_id"));
  request.set_game_id("nosuchgame");
  EXPECT_THAT(Submit(stranger, request), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  // A private game does not exist for those who have no credential for it.
  request.set_game_id(table_.game_id);
  EXPECT_THAT(Submit(stranger, request), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(Submit("", request), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(Submit(table_.watch, request), RefusedField("move.action"));
  request.mutable_move()->mutable_cell()->set_row(9);
  EXPECT_THAT(Submit(table_.watch, request), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Submit(table_.seats[0], request), Refused(v1::ERROR_REASON_WRONG_SEAT));
  request.mutable_move()->set_player_id("X");
  EXPECT_THAT(Submit(table_.seats[0], request), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
  request.set_request_id(Uuid(2));
  EXPECT_THAT(Submit(table_.seats[0], request), Refused(v1::ERROR_REASON_STALE_SEQUENCE));
  request.set_expected_sequence(8);
  EXPECT_THAT(Submit(table_.seats[0], request), Refused(v1::ERROR_REASON_GAME_OVER));

  ASSERT_THAT(Undo(table_, 1), IsOk());
  request.set_expected_sequence(9);
  request.mutable_move()->clear_player_id();
  EXPECT_THAT(Submit(table_.seats[1], request), Refused(v1::ERROR_REASON_NOT_YOUR_TURN));
  EXPECT_THAT(Submit(table_.seats[0], request), Refused(v1::ERROR_REASON_OUTSIDE_BOARD));
  request.mutable_move()->mutable_cell()->set_row(0);
  EXPECT_THAT(Submit(table_.seats[0], request), Refused(v1::ERROR_REASON_CELL_TAKEN));
  request.mutable_move()->mutable_cell()->set_row(1);
  EXPECT_THAT(Submit(table_.seats[0], request), IsOk());
}

TEST_F(OrderOfChecksTest, CredentialOfAnotherGameAfterTheFormOfTheMove) {
  const Table open = Create();
  v1::SubmitMoveRequest request;
  request.set_game_id(open.game_id);
  request.mutable_move()->set_column(3);
  EXPECT_THAT(Submit(other_.seats[0], request), RefusedField("move.action"));
  EXPECT_THAT(Submit("", request), RefusedField("move.action"));
  request.mutable_move()->mutable_cell();
  EXPECT_THAT(Submit(other_.seats[0], request), Refused(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_THAT(Submit("", request), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
}

// The same beginning for every rpc, whatever it does.
TEST_F(OrderOfChecksTest, OfEveryRpc) {
  struct Row {
    std::string rpc;
    std::string request;  // with a field that is wrong
  };
  const auto with_game_id = [](auto request) {
    request.set_game_id("NO");
    return request.SerializeAsString();
  };
  const auto before_the_first = [](auto request) {
    request.set_after_sequence(-1);
    return request.SerializeAsString();
  };
  const std::vector<Row> rows = {
      {"CreateGame", v1::CreateGameRequest().SerializeAsString()},
      {"GetGame", with_game_id(v1::GetGameRequest())},
      {"ListLegalMoves", with_game_id(v1::ListLegalMovesRequest())},
      {"SubmitMove", with_game_id(v1::SubmitMoveRequest())},
      {"Undo", with_game_id(v1::UndoRequest())},
      {"Redo", with_game_id(v1::RedoRequest())},
      {"Replay", with_game_id(v1::ReplayRequest())},
      {"ListEvents", with_game_id(v1::ListEventsRequest())},
      {"ForkGame", with_game_id(v1::ForkGameRequest())},
      {"Resign", with_game_id(v1::ResignRequest())},
      {"Abandon", with_game_id(v1::AbandonRequest())},
      {"WatchGame", with_game_id(v1::WatchGameRequest())},
      {"MakeOffer", with_game_id(v1::MakeOfferRequest())},
      {"AnswerOffer", with_game_id(v1::AnswerOfferRequest())},
      {"RotateCredential", with_game_id(v1::RotateCredentialRequest())},
      {"RevokeCredential", with_game_id(v1::RevokeCredentialRequest())},
      {"SetController", with_game_id(v1::SetControllerRequest())},
      {"/meeple.v1.LobbyService/ListGames",
       [] {
         v1::ListGamesRequest request;
         request.set_page_size(-1);
         return request.SerializeAsString();
       }()},
      {"/meeple.v1.LobbyService/JoinGame", with_game_id(v1::JoinGameRequest())},
      {"/meeple.v1.LobbyService/LeaveGame", with_game_id(v1::LeaveGameRequest())},
      {"/meeple.v1.ScoreboardService/GetScore", v1::GetScoreRequest().SerializeAsString()},
      {"/meeple.v1.ScoreboardService/ListScores",
       [] {
         v1::ListScoresRequest request;
         request.set_page_size(-1);
         return request.SerializeAsString();
       }()},
      {"/meeple.v1.LobbyService/WatchLobby", before_the_first(v1::WatchLobbyRequest())},
      {"/meeple.v1.AllocationService/AllocateGames",
       v1::AllocateGamesRequest().SerializeAsString()},
      {"/meeple.v1.AllocationService/WatchResults", before_the_first(v1::WatchResultsRequest())},
      {"/meeple.v1.AdminService/EvictGame", with_game_id(v1::EvictGameRequest())},
      {"/meeple.v1.AdminService/VerifyGame", with_game_id(v1::VerifyGameRequest())},
      {"/meeple.v1.AdminService/CreateBackup", v1::CreateBackupRequest().SerializeAsString()},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.rpc);
    const auto call = [&](const std::string& token, const std::string& bytes) {
      return raw_.Unary(row.rpc, token, bytes).status;
    };
    EXPECT_THAT(call("m1.forged", kMalformed), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
    EXPECT_THAT(call("m1.forged", row.request), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
    EXPECT_THAT(call(table_.seats[0], kMalformed), Refused(v1::ERROR_REASON_MALFORMED_REQUEST));
    EXPECT_THAT(call("", kMalformed), Refused(v1::ERROR_REASON_MALFORMED_REQUEST));
    EXPECT_THAT(call("", row.request), Refused(v1::ERROR_REASON_INVALID_FIELD));
  }
  // The rpcs without fields.
  for (const std::string rpc : {"ListGameKinds", "/meeple.v1.AdminService/GetServerInfo",
                                "/meeple.v1.AdminService/DrainServer"}) {
    SCOPED_TRACE(rpc);
    for (const std::string forged : {"m1.forged", "k1.forged"}) {
      EXPECT_THAT(raw_.Unary(rpc, forged, kMalformed).status,
                  Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
    }
    EXPECT_THAT(raw_.Unary(rpc, "", kMalformed).status,
                Refused(v1::ERROR_REASON_MALFORMED_REQUEST));
  }
  EXPECT_THAT(raw_.Unary("ListGameKinds", "", "").status, IsOk());
}

// What the message holds comes before what the caller may do.
TEST_F(OrderOfChecksTest, OfServicesThatNeedARole) {
  v1::AllocateGamesRequest request;
  *request.add_games()->mutable_config() = Config("");
  const std::string bytes = request.SerializeAsString();
  const std::string allocate = "/meeple.v1.AllocationService/AllocateGames";
  EXPECT_THAT(raw_.Unary(allocate, "", bytes).status,
              Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(raw_.Unary(allocate, table_.seats[0], bytes).status,
              Refused(v1::ERROR_REASON_ROLE_REQUIRED));
}

TEST_F(OrderOfChecksTest, OfOffers) {
  const Table table = Create("undo: UNDO_POLICY_BY_CONSENT");
  v1::MakeOfferRequest request;
  request.set_game_id("nosuchgame");
  request.set_request_id(Uuid(1));
  request.set_expected_sequence(1);
  const auto offer = [&](const std::string& token) {
    return Call(&Stub::MakeOffer, token, request);
  };
  EXPECT_THAT(offer(other_.seats[0]), RefusedField("kind"));
  request.set_kind(v1::OFFER_KIND_UNDO);
  EXPECT_THAT(offer(other_.seats[0]), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  request.set_game_id(table.game_id);
  EXPECT_THAT(offer(""), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(offer(other_.seats[0]), Refused(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_THAT(offer(table.seats[0]), Refused(v1::ERROR_REASON_STALE_SEQUENCE));
  request.set_expected_sequence(2);
  EXPECT_THAT(offer(table.seats[0]), Refused(v1::ERROR_REASON_NOTHING_TO_UNDO));
  Play(table, {"a1"});
  request.clear_expected_sequence();
  EXPECT_THAT(offer(table.seats[0]), IsOk());
  request.set_kind(v1::OFFER_KIND_DRAW);
  request.set_expected_sequence(1);
  EXPECT_THAT(offer(table.seats[0]), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED))
      << "before what was expected";

  v1::AnswerOfferRequest answer;
  answer.set_game_id(table.game_id);
  answer.set_answer(v1::OFFER_ANSWER_ACCEPT);
  const auto reply = [&](const std::string& token) {
    return Call(&Stub::AnswerOffer, token, answer);
  };
  EXPECT_THAT(reply(""), RefusedField("offer_id"));
  answer.set_offer_id(99);
  EXPECT_THAT(reply(""), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(reply(other_.seats[0]), Refused(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_THAT(reply(table.seats[0]), Refused(v1::ERROR_REASON_OFFER_NOT_OPEN));
  answer.set_offer_id(4);
  EXPECT_THAT(reply(table.seats[0]), Refused(v1::ERROR_REASON_OWN_OFFER));
  const Table waiting = Create("seats {} seats { open {} }");
  answer.set_game_id(waiting.game_id);
  EXPECT_THAT(reply(waiting.seats[0]), Refused(v1::ERROR_REASON_NOT_STARTED));
}

TEST_F(OrderOfChecksTest, OfForkGame) {
  v1::ForkGameRequest request;
  request.set_game_id("nosuchgame");
  request.set_turn(9);
  request.set_request_id(Uuid(2));
  const auto fork = [&](const std::string& token) { return Call(&Stub::ForkGame, token, request); };
  EXPECT_THAT(fork(other_.seats[0]), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  request.set_game_id(table_.game_id);
  EXPECT_THAT(fork(other_.seats[0]), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(fork(""), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  const Table open = Create();
  request.set_game_id(open.game_id);
  EXPECT_THAT(fork(other_.seats[0]), Refused(v1::ERROR_REASON_WRONG_SEAT));
  // The request id comes before the turn.
  EXPECT_THAT(TryCreate(Config(""), Uuid(2)), IsOk());
  EXPECT_THAT(fork(""), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
  request.set_request_id(Uuid(3));
  EXPECT_THAT(fork(""), RefusedField("turn"));
}

}  // namespace
}  // namespace meeple::wire
